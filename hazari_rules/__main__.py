"""Run the command line as `python -m hazari_rules`."""

from hazari_rules.cli import main

if __name__ == "__main__":
    main()
