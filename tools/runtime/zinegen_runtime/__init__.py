"""The files of Pyodide, in the folder `pyodide` beside this; `runtime.json` there names their digests."""
