"""A small right implementation of one operation, and ways to misbehave, for tests of the runner."""

import sys

RIGHT = r"""
import json, os, sys, time
manner, where = (sys.argv[1:] + ["", ""])[:2]
WORTH = {rank: 10 if rank in ("A", "K", "Q", "J", "10") else 5 for rank in
         ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")}
held = []

def write(text):
    os.write(1, text if isinstance(text, bytes) else text.encode())

def answer(message):
    if message["op"] == "hello":
        return {"protocol": 1, "name": "small", "version": "1", "language": "Python",
                "operations": ["points"], "spec": [1]}
    if message["op"] == "rules":
        return {}
    return {"points": sum(WORTH[card[:-1]] for card in message["input"]["cards"])}

for line in sys.stdin:
    message = json.loads(line)
    id_ = message["id"]
    reply = json.dumps({"id": id_, "result": answer(message)}) + "\n"
    here = id_ == where or where == "always" and id_ not in ("hello", "rules")
    if manner == "held" and id_ not in ("hello", "rules"):
        held.append(reply)
        if len(held) == 5:
            write("".join(reversed(held)))
            held.clear()
        continue
    if not here or not manner:
        write(reply)
    elif manner == "crash":
        sys.stderr.write("out of cards\n")
        sys.exit(3)
    elif manner == "killed":
        os.kill(os.getpid(), 9)
    elif manner == "quits":
        sys.exit(0)
    elif manner == "hang":
        time.sleep(1000)
    elif manner == "garbage":
        write("thinking...\n" + reply)
    elif manner == "flood":
        while True:
            write("ha " * 20 + "\n" + "za ri\n" * 500)
    elif manner == "huge":
        write("x" * 3_000_000 + "\n" + reply)
    elif manner == "endless":
        while True:
            write("x" * 65536)
    elif manner == "wrong-id":
        write(reply.replace(id_, "somebody.else"))
    elif manner == "partial":
        write(reply[:9])
        sys.exit(0)
    elif manner == "not-utf8":
        write(b'{"id": "\xff\xfe", "result": {}}\n')
    elif manner == "closes-output":
        os.close(1)
        time.sleep(1000)
    elif manner == "closes-input":
        os.close(0)
        time.sleep(1000)
    elif manner == "twice":
        write(reply + reply)
    elif manner == "array":
        write("[1]\n")
    elif manner == "bare":
        write(json.dumps({"id": id_}) + "\n")
    elif manner == "both":
        write(json.dumps({"id": id_, "result": {}, "skip": "x"}) + "\n")
    elif manner == "error":
        write(json.dumps({"id": id_, "error": "no idea"}) + "\n")
    elif manner == "skip":
        write(json.dumps({"id": id_, "skip": "not built"}) + "\n")
    elif manner == "wrong":
        write(json.dumps({"id": id_, "result": {"points": -1}}) + "\n")
    elif manner == "text":
        write(json.dumps({"id": id_, "result": {"points": str(answer(message)["points"])}}) + "\n")
    elif manner == "more":
        write(json.dumps({"id": id_, "result": {**answer(message), "extra": 1}}) + "\n")
    elif manner == "spaced":
        write("\n\r\n" + reply.replace("\n", "\r\n") + "\n")
held and write("".join(held))
"""


def program(manner: str = "", where: str = "always") -> list[str]:
    """The command of the small implementation that misbehaves in this manner at this case."""
    return [sys.executable, "-S", "-E", "-c", RIGHT, manner, where]
