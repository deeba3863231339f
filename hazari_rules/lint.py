"""stub."""
from __future__ import annotations
from hazari_rules.errors import Finding
from hazari_rules.resolve import Variant
def meaning_findings(variant: Variant) -> list[Finding]:
    """Stub."""
    return []
