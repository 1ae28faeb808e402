"""Lets pyHanko judge many files in one process: `pyhanko_judge.py JUDGE_FOLDER ROOT < paths`. Prints a JSON object for each path, in
order. Python and pyHanko start once, and the verdict by ETSI EN 319 102-1, which takes most of the time and is not needed here, is left
out."""
import argparse
import asyncio
import json
import logging
import signal
import sys

sys.path.insert(0, sys.argv[1])
import judge  # noqa: E402

LIMIT = 120


async def not_wanted(*_args, **_options):
    raise ValueError("not wanted")


def too_long(_signal, _frame):
    raise TimeoutError(f"more than {LIMIT} s")


def judged(path):
    options = argparse.Namespace(pdf=path, trust=[sys.argv[2]], other=[], online=False, lenient=False, password=None,
                                 ignore_trust=True, at=None, expect_level=None, expect_coverage=None)
    signal.alarm(LIMIT)
    try:
        return asyncio.run(judge.judge(options))
    except Exception as problem:
        return {"error": f"{type(problem).__name__}: {problem}", "all_acceptable": False, "signatures": []}
    finally:
        signal.alarm(0)


judge.ades_lta_validation = not_wanted
logging.disable(logging.CRITICAL)
signal.signal(signal.SIGALRM, too_long)
for line in sys.stdin:
    print(json.dumps(judged(line.rstrip("\n")), default=str), flush=True)
