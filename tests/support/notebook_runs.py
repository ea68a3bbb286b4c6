"""Notebooks as they are kept: run from top to bottom, with their outputs.

``python -m tests.support.notebook_runs`` runs all of them anew and writes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "tutorials").glob("*.ipynb"))
VARIES = "varies"
"""The tag of a cell whose output depends on the machine, such as what a network has learnt."""


def executed(path: Path) -> Any:
    """Run the notebook; keep its outputs, and nothing of when and with which Python it was."""
    notebook = nbformat.read(path, as_version=4)
    where = {"metadata": {"path": str(path.parent)}}
    client = NotebookClient(
        notebook, timeout=1200, kernel_name="python3", resources=where, record_timing=False, coalesce_streams=True
    )
    client.execute()
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if not _tells_of_compiling(output)]
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook


def _tells_of_compiling(output: Any) -> bool:
    """Return whether it is the notice of a first start, which says more of the machine than of the notebook."""
    return output.get("name") == "stderr" and output.text.startswith("Compiling ") and output.text.count("\n") == 1


def outputs(notebook: Any) -> list[list[Any]]:
    """Return each code cell's output, as far as it follows from the code: of pictures, where it varies, the kind."""
    return [
        list(_lasting(cell.outputs, VARIES in cell.metadata.get("tags", ())))
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def _lasting(shown: list[Any], varies: bool) -> Iterator[Any]:
    for output in shown:
        if output.output_type == "stream":
            yield output.name, None if varies else output.text
        else:
            data = output.data
            yield {kind: None if varies or kind == "image/png" else data[kind] for kind in data}


if __name__ == "__main__":
    for path in NOTEBOOKS:
        nbformat.write(executed(path), path)
