"""The process that holds a local model; started as a file of its own by `local_model`.

Imports nothing of the package. It ends when its standard input ends (which a fork of the starting process
may hold open), when its parent is no longer the process that started it, and, on Linux, by the kernel's
hand when that process dies: the engine holds Python's lock while it reads a model, so that nothing in
Python could notice then.
"""

import ctypes
import json
import os
import signal
import sys
import threading
import time
from importlib import import_module
from typing import Any

PLAIN_TEMPLATE = (
    "{%- for m in messages -%}{{ m['content'] + '\\n' }}"
    "{%- if m['role'] == 'assistant' -%}{{ '\\n' }}{%- endif -%}{%- endfor -%}"
)
"""Turns as text, for models without a chat template: the same as `local_model.completion_prompt`."""

STOP = "\n\n"
"""Ends an answer of such a model: what follows would be the next question."""

_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Serve until the parent is gone. The one argument is JSON: what `_parameters` reads, and the parent."""
    order = json.loads(sys.argv[1])
    _die_with_parent(order["parent"], in_kernel=order["main_thread"])
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # The engine may write to standard output, where the parent expects one line.
    engine = import_module("xllamacpp")
    server = engine.Server(_parameters(engine, order))
    print(
        json.dumps({"address": server.listening_address, "engine": engine.__version__}),
        file=answer,
        flush=True,
    )
    while _parent_lives(order["parent"]):
        time.sleep(0.5)
    os._exit(0)


def _die_with_parent(parent: int, *, in_kernel: bool) -> None:
    if in_kernel and sys.platform == "linux":
        # The signal comes when the starting thread ends, so it is of use for the main thread only.
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if not _parent_lives(parent):
        os._exit(0)
    threading.Thread(target=_wait_for_end_of_input, daemon=True).start()


def _parent_lives(parent: int) -> bool:
    """Asked on POSIX only: on Windows a launcher stands between the two, and the number never changes."""
    return os.name != "posix" or os.getppid() == parent


def _wait_for_end_of_input() -> None:
    while os.read(0, 4096):
        pass
    os._exit(0)


def _parameters(engine: Any, order: dict[str, Any]) -> Any:
    p = engine.CommonParams()
    p.model.path, p.model_alias = order["path"], {order["model"]}
    p.hostnames, p.port = ["127.0.0.1"], 0
    p.n_parallel, p.n_ctx = order["slots"], order["slots"] * order["context"]
    p.cpuparams.n_threads = p.cpuparams_batch.n_threads = order["threads"]
    # The engine's own defaults cut the distribution; then a temperature would not be all that is recorded.
    p.sampling.top_k, p.sampling.top_p, p.sampling.min_p, p.sampling.temp = 0, 1.0, 0.0, 1.0
    p.cache_prompt, p.cache_ram_mib = not order["repeatable"], 0
    # Nothing from elsewhere, nothing for pages in a browser.
    p.offline, p.ui, p.endpoint_slots, p.cors_origins = True, False, False, ""
    p.verbosity = 1
    if order["plain"]:
        p.chat_template, p.antiprompt = PLAIN_TEMPLATE, [STOP]
    return p


if __name__ == "__main__":
    main()
