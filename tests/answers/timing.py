"""Time that reading takes, without that of collecting what other tests left behind."""

import gc
import time
from collections.abc import Callable


def seconds(work: Callable[[], object]) -> float:
    """Processor time of one call.

    A full collection goes through the heap of the whole test run: 0.2 s that the text has no part in.
    """
    gc.disable()
    try:
        start = time.process_time()
        work()
        return time.process_time() - start
    finally:
        gc.enable()
