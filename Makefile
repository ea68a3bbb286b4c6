# The tests, a first match, and what keeps the code tidy.
.PHONY: play test quick lint bench clean

.venv:
	python3 -m venv .venv && .venv/bin/pip install -e ".[dev]"

play: .venv  ## a match between two agents
	.venv/bin/durak match greedy random --games 1000 --seed 1

test: .venv  ## all tests
	.venv/bin/pytest

quick: .venv  ## the tests without the slow ones
	.venv/bin/pytest -m "not slow"

lint: .venv
	.venv/bin/ruff check . && .venv/bin/ruff format --check . && .venv/bin/basedpyright --pythonpath .venv/bin/python

bench: .venv
	.venv/bin/durak bench

clean:  ## compiled code included
	find . -name __pycache__ -not -path "./.venv/*" -exec rm -rf {} +
	rm -rf .venv build dist .pytest_cache .ruff_cache .hypothesis
