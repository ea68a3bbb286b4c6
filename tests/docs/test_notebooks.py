"""The notebooks' outputs are kept, and are those of a run."""

from pathlib import Path

import nbformat
import pytest

from tests.support.notebook_runs import NOTEBOOKS, executed, outputs

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
LARGEST = 500_000  # bytes


@each_notebook
def test_a_notebook_shows_its_outputs_to_whoever_reads_it(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == [*range(1, len(code) + 1)]
    shown = [output for cell in code for output in cell.outputs]
    assert any("image/png" in output.get("data", ()) or "image/svg+xml" in output.get("data", ()) for output in shown)
    assert all(output.output_type != "error" and output.get("name") != "stderr" for output in shown)
    assert not any("execution" in cell.metadata for cell in code)  # when it ran
    assert set(notebook.metadata["language_info"]) == {"name"}
    assert path.stat().st_size < LARGEST


@pytest.mark.slow
@each_notebook
def test_a_notebook_puts_out_what_it_shows(path: Path) -> None:
    assert outputs(executed(path)) == outputs(nbformat.read(path, as_version=4))
