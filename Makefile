# The tests, a first match, and what keeps the code tidy.
.PHONY: play test quick lowest lint bench notebooks tables docs wheels release clean

.venv:
	python3 -m venv .venv && .venv/bin/pip install -e ".[dev]"

play: .venv  ## a match between two agents
	.venv/bin/durak match greedy random --games 1000 --seed 1

test: .venv  ## all tests
	.venv/bin/pytest -m "slow or not slow"

quick: .venv  ## the tests without the slow ones
	.venv/bin/pytest

lowest: .venv  ## the same with the oldest versions that pyproject.toml allows; UV_TORCH_BACKEND=cpu spares CUDA's packages
	.venv/bin/pip install --quiet uv
	.venv/bin/uv venv --quiet --clear --python 3.11 .venv-lowest
	.venv/bin/uv pip install --quiet --python .venv-lowest --resolution lowest-direct --editable ".[dev]"
	.venv-lowest/bin/pytest

lint: .venv
	.venv/bin/ruff check . && .venv/bin/ruff format --check . && .venv/bin/basedpyright --pythonpath .venv/bin/python

bench: .venv
	.venv/bin/durak bench

notebooks: .venv  ## run them, and keep their outputs
	.venv/bin/python -m tests.support.notebook_runs

tables: .venv  ## write the tables of the pages that follow from code
	.venv/bin/python -m tests.support.page_tables

docs: .venv  ## the site, in build/site
	.venv/bin/python -m sphinx -n -W --keep-going docs build/site

wheels: .venv  ## the two wheels of a release, in dist: pure, and with machine code for this Python and platform
	.venv/bin/python -m tests.support.wheels dist

release: .venv  ## the package, built from the last commit, installed into an empty environment and used there
	.venv/bin/python -m tests.support.release_check

clean:  ## compiled code included
	find . -name __pycache__ -not -path "./.venv/*" -exec rm -rf {} +
	rm -rf .venv .venv-lowest build dist .pytest_cache .ruff_cache .hypothesis
