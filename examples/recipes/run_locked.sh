#!/usr/bin/env bash
# Run a recipe in an environment of its library, made at the first call from the exact versions of the lock file:
#     examples/recipes/run_locked.sh rllib_all_seats --steps 200000
set -euo pipefail
recipe=$1
shift
recipes=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$recipes/../.." && pwd)
library=${recipe%%_*}
venv=$root/.venv-$library
if [ ! -e "$venv/complete" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --requirement "$recipes/locks/$library.txt"
    "$venv/bin/pip" install --quiet --no-deps --editable "$root"
    touch "$venv/complete"
fi
exec "$venv/bin/python" "$recipes/$recipe.py" "$@"
