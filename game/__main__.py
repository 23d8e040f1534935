"""`python -m game` is the same as the command `starcross`."""

import sys


def main() -> int:
    """Run the command line and return the exit code, also where Ctrl-C comes while it is still being loaded, or once all is done."""
    try:
        from multiprocessing import freeze_support

        freeze_support()  # the packaged program starts itself again for each worker
        from game.cli import main as run

        code = run()
        import signal

        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # it is ignored where a script has said so
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # there is nothing left to be told of
    except KeyboardInterrupt:
        if sys.stderr is not None:
            sys.stderr.write("starcross: Stopped.\n")
        return 130
    return code


if __name__ == "__main__":
    sys.exit(main())
