"""Executes a notebook, and prints what a test expects of it; an error in a cell is one of this program."""

import json
import sys

import nbformat
from nbclient import NotebookClient

notebook = nbformat.read(sys.argv[1], as_version=4)
stored = [cell for cell in notebook.cells if cell.get("outputs")]
NotebookClient(notebook, kernel_name="python3", timeout=240).execute()
outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
print(
    json.dumps(
        {
            "stored": len(stored),
            "errors": [output["ename"] for output in outputs if output["output_type"] == "error"],
            "warnings": [output["text"] for output in outputs if output.get("name") == "stderr"],
            "pictures": [len(output["data"]["image/png"]) for output in outputs if "image/png" in output.get("data", {})],
        }
    )
)
