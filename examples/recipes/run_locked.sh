#!/usr/bin/env bash
# Run a recipe in an environment of its library, made from the exact versions of the lock file, and anew when it changes:
#     examples/recipes/run_locked.sh rllib_all_seats --steps 200000
set -euo pipefail
recipe=$1
shift
recipes=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$recipes/../.." && pwd)
library=${recipe%%_*}
venv=$root/.venv-$library
lock=$recipes/locks/$library.txt
if ! cmp -s "$lock" "$venv/complete"; then # the lock that it was made from, once it is complete
    python3 -m venv --clear "$venv"
    "$venv/bin/pip" install --quiet --requirement "$lock"
    "$venv/bin/pip" install --quiet --no-deps --editable "$root"
    cp "$lock" "$venv/complete"
fi
exec "$venv/bin/python" "$recipes/$recipe.py" "$@"
