"""Makes agents from specs: strings such as ``greedy``, ``mcts:limit=30,c=1.4`` or ``my_package.agents:first``.

::

    spec        factory | factory:parameters
    factory     name             an entry point of the game's group; any package can add to it
                module:function  anything importable, also from the working directory
    parameters  value,parameter=value,...
    value       a word, or in parentheses what has commas: opponent=(ismcts:simulations=50,c=1)

A name wins over a module of the same name. A factory is a callable that takes the parameters as keywords and returns
the agent. Its annotations give the types of the values; see `cardkit.spec_values`. Its signature allows two further
forms. A first parameter without a default may be given as a bare value, which stays text if it has no annotation
(``sb3:model.zip``). A positional-only parameter takes the whole text, commas included (``exec:./program -d 3,4``).
"""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from inspect import Parameter
from itertools import accumulate, pairwise
from pathlib import PurePath
from typing import Any, NamedTuple, get_args

from cardkit.files import check_working_folder
from cardkit.spec_values import read_value
from cardkit.wording import meant, quoted, shortened, taken_name, told_error

LONGEST_SPEC = 10_000  # characters
_NAMED = Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY


def agent_names(group: str) -> tuple[str, ...]:
    """List the names in a group of entry points, sorted."""
    return tuple(sorted(_entries(group)))


def agent_factory(name: str, group: str) -> Any:
    """Return the callable behind an agent's name.

    Raises:
        ValueError: no installed package has an agent of that name, or its package is broken.
    """
    entries = _entries(group)
    if name not in entries:
        known = _known(group)
        raise ValueError(
            f"unknown agent {quoted(name)};{meant(name, entries)} known agents: {known}; "
            "write others as module:function"
        )
    return _loaded(entries[name])


def runs_foreign_code(factory: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a factory whose agents run code that its parameters name: a program, a server, pickled objects."""
    vars(factory)["runs_foreign_code"] = True
    return factory


def writes_files(*parameters: str) -> Callable[[Callable[..., Any]], Any]:
    """Mark the parameters of a factory that name files which its agents write."""

    def mark(factory: Callable[..., Any]) -> Any:
        vars(factory)["writes"] = frozenset(parameters)
        return factory

    return mark


def frozen(factory: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a factory whose agent is a copy of another that never changes, for benchmarks; lists leave it out."""
    vars(factory)["frozen"] = True
    return factory


def with_presets(factory: Callable[..., Any], sets: Mapping[str, Mapping[str, Any]]) -> Callable[..., Any]:
    """Tell lists of agents which named sets of parameters a factory's parameter ``preset`` chooses from."""
    vars(factory)["presets"] = sets
    return factory


def is_frozen(name: str, group: str) -> bool:
    """Return whether a named agent is a frozen copy.

    Raises:
        ValueError: no installed package has an agent of that name, or its package is broken.
    """
    return getattr(agent_factory(name, group), "frozen", False)


def is_harmless(spec: str, group: str) -> bool:
    """Tell whether a stranger's spec may be made: it names an installed agent, and leads to no other code or file."""
    name, _, text = (part.strip() for part in spec.partition(":"))
    entry = _entries(group).get(name)
    if entry is None or ":" in text:  # a parameter may be the spec of another agent
        return False
    try:
        runs_foreign_code = getattr(_loaded(entry), "runs_foreign_code", False)
    except ValueError:
        return False
    given = {one.partition("=")[0].strip() for one in text.split(",")}
    return not runs_foreign_code and given.isdisjoint(writing_parameters(spec, group))


def writing_parameters(spec: str, group: str) -> frozenset[str]:
    """Return the parameters of a spec's named agent that name files which it writes; none of other agents."""
    entry = _entries(group).get(spec.partition(":")[0].strip())
    try:
        return frozenset() if entry is None else getattr(_loaded(entry), "writes", frozenset())
    except ValueError:
        return frozenset()


def load_agent(spec: str, group: str) -> Any:
    """Make the agent of a spec string; the module's docstring gives the syntax. ``group`` holds the named agents.

    Raises:
        ValueError: an unknown agent, module, function or parameter, or a value that the agent refuses.
    """
    factory, name, positional, named = read_spec(spec, group)
    try:
        agent = factory(*positional, **named)
    except (ValueError, OSError, ImportError) as error:
        raise ValueError(f"agent {quoted(spec)} cannot be made: {error}") from error
    except SystemExit as error:
        raise ValueError(f"agent {quoted(spec)} cannot be made: {name} would end the program (sys.exit)") from error
    except Exception as error:  # a fault in foreign code
        module = str(getattr(factory, "__module__", ""))
        raise ValueError(f"agent {quoted(spec)} cannot be made: {_told(error, module, spec, group)}") from error
    if not is_agent(agent):
        raise ValueError(f"{quoted(name)} must return an agent, but what it returns has no act(info, rng)")
    return agent


class ReadSpec(NamedTuple):
    """A spec, read: the factory, its name, and the arguments to call it with."""

    factory: Callable[..., Any]
    name: str
    positional: tuple[str, ...]
    named: dict[str, Any]


def read_spec(spec: str, group: str) -> ReadSpec:
    """Read a spec without making the agent.

    Raises:
        ValueError: an unknown agent, module, function or parameter.
    """
    if not isinstance(spec, str):
        raise ValueError(f"an agent's spec must be a string such as 'random', got {quoted(spec)}")
    if len(spec) > LONGEST_SPEC:
        raise ValueError(
            f"an agent's spec must have at most {LONGEST_SPEC:,} characters, got {len(spec):,}: {quoted(spec[:80])}..."
        )
    factory, name, text = find_factory(spec, group)
    return ReadSpec(factory, name, *_read_parameters(spec, name, factory, text))


def spelling(spec: str, group: str) -> str:
    """Write a spec in its plainest form: without empty parameters and spaces, its parameters in their order.

    Raises:
        ValueError: an unknown agent, module, function or parameter.
    """
    _, name, positional, _ = read_spec(spec, group)
    parts = name.split(":")
    text = spec.strip()
    for _ in parts:
        text = text.partition(":")[2].strip()
    pieces = [text] if positional else [_spaced(piece) for piece in _pieces(text) if piece.strip()]
    return f"{name}:{','.join(pieces)}" if pieces else name


def _spaced(parameter: str) -> str:
    return "=".join(part.strip() for part in parameter.split("=", 1))


def is_agent(candidate: Any) -> bool:
    """Return whether an object has act(info, rng).

    Raises:
        ValueError: it is a class, and only what is made of it can be asked.
    """
    if isinstance(candidate, type):
        raise ValueError(f"{candidate.__name__} is a class, not an agent: create one with {candidate.__name__}()")
    return callable(getattr(candidate, "act", None))


def _entries(group: str) -> Mapping[str, EntryPoint]:
    """Return the entries of a group in the packages installed now, by their names."""
    check_working_folder()
    return _listed(group, tuple((place, _changed(place)) for place in map(os.path.abspath, sys.path)))


@lru_cache
def _listed(group: str, places: tuple[tuple[str, int], ...]) -> Mapping[str, EntryPoint]:
    """Return a group's entries, cached by the folders' modification times: reading takes longer than a short match."""
    return {entry.name: entry for entry in entry_points(group=group)}


def _changed(place: str) -> int:
    """Return when a folder last changed, as it does when a package is installed there, in nanoseconds.

    A folder that does not exist counts as 0.
    """
    try:
        return os.stat(place).st_mtime_ns
    except OSError:
        return 0


def _loaded(entry: EntryPoint) -> Callable[..., Any]:
    """Load the factory that an entry point names; a ValueError says in a line what is wrong with it."""
    try:
        factory = entry.load()
        inspect.signature(factory)
    except (Exception, SystemExit) as error:  # a fault in foreign code
        why = f"{type(error).__name__}: {error}".splitlines()[0] + taken_name(error)
        raise ValueError(f"agent {quoted(entry.name)} is broken: {entry.value} cannot be imported ({why})") from error
    return factory


def _known(group: str) -> str:
    """List the names in a group as errors show them."""
    return ", ".join(agent_names(group)) or f"none; install the package, which lists them in the group {group!r}"


def find_factory(spec: str, group: str) -> tuple[Callable[..., Any], str, str]:
    """Return the factory that a spec names, its name, and the text of the parameters.

    Raises:
        ValueError: an unknown agent, module or function.
    """
    name, _, text = (part.strip() for part in spec.partition(":"))
    if name.endswith(".py"):
        module = f"{PurePath(name).stem}:{text or 'function'}"
        raise ValueError(f"{quoted(spec)} names a file: give its module, {module}, in the folder where the file lies")
    if name in _entries(group) or not text or not _is_dotted(name):
        return agent_factory(name, group), name, text
    function, _, rest = (part.strip() for part in text.partition(":"))
    if not _is_dotted(function):
        hint = meant(name, _entries(group))
        raise ValueError(
            f"{quoted(spec)} names no agent;{hint} known agents: {_known(group)}; write others as module:function"
        )
    return _import_function(name, function, spec, group), f"{name}:{function}", rest


def _is_dotted(name: str) -> bool:
    return all(part.isidentifier() for part in name.split("."))


def _import_function(module: str, function: str, spec: str, group: str) -> Callable[..., Any]:
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # last, so that it hides no installed module
    try:
        found: Any = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):  # a module that it imports
            raise ValueError(f"{module}:{function} cannot be imported: {error}") from error
        raise ValueError(
            f"unknown agent {quoted(f'{module}:{function}')}: {shortened(str(error))};{meant(module, _entries(group))} "
            f"known agents: {_known(group)}; write others as module:function"
        ) from error
    except SystemExit as error:
        raise ValueError(
            f"{module}:{function} cannot be imported: the module {module} would end the program (sys.exit); "
            'what only a script does belongs under if __name__ == "__main__"'
        ) from error
    except Exception as error:  # a fault in foreign code
        raise ValueError(f"{module}:{function} cannot be imported: {_told(error, module, spec, group)}") from error
    place = module
    for part in function.split("."):
        if not hasattr(found, part):
            raise ValueError(f"unknown agent {quoted(f'{module}:{function}')}: {place} {_lack_of(part, found, module)}")
        found, place = getattr(found, part), f"{place}.{part}"
    if not callable(found):
        raise ValueError(f"{module}:{function} must be callable and return an agent")
    if hasattr(found, "py_func"):  # an attribute of functions that Numba compiled
        raise ValueError(
            f"{module}:{function} is a compiled choice, not a factory: "
            f"name a function that returns CompiledAgent({function})"
        )
    return found


def _lack_of(name: str, place: Any, module: str) -> str:
    """Say that a module, or something in it, lacks a name; what it has of the module's own; what to write."""
    known = getattr(place, "__dict__", {}).items()
    own = [key for key, value in known if getattr(value, "__module__", None) == module and key[0] != "_"]
    has = shortened(", ".join(own)) or "no function of its own"
    return f"has no {quoted(name)};{meant(name, own)} it has {has}; name a function or class of it that makes an agent"


def _told(error: Exception, module: str, spec: str, group: str) -> str:
    """Put a fault in a module in words, and say how to see the whole traceback."""
    place = told_error(error, lambda frame: frame.f_globals.get("__name__") == module)
    command = f"from cardkit.specs import load_agent; load_agent({spec!r}, {group!r})"
    return f'{place}; the whole traceback: python -c "{command}"'


def _read_parameters(
    spec: str, name: str, factory: Callable[..., Any], text: str
) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Read the positional and keyword arguments for the factory."""
    known = inspect.signature(factory).parameters
    first = next(iter(known.values()), None)
    if first is not None and first.kind == Parameter.POSITIONAL_ONLY:
        if not text:
            raise ValueError(f"{quoted(spec)} needs a value after the colon: {name}:{first.name}")
        return (text,), {}
    texts, bare = _parse_parameters(spec, text, _bare_parameter(first), known)
    others = next((one for one in known.values() if one.kind == Parameter.VAR_KEYWORD), None)
    if others is None:
        _refuse_unknown(spec, name, texts, list(known))
    _refuse_missing(spec, name, texts, known)
    values: dict[str, Any] = {}
    for given, value in texts.items():
        parameter: Any = known.get(given, others)
        annotation = _annotation(parameter, factory)
        if given == bare and annotation is Parameter.empty:
            annotation = str
        try:
            values[given] = read_value(given, value, annotation, parameter.default)
        except ValueError as error:
            raise ValueError(f"agent {quoted(spec)} cannot be made: {error}") from None
    return (), values


def real_parameters(spec: str, group: str) -> frozenset[str]:
    """Return the parameters of a spec's factory that are annotated as float; its values may be anything.

    Raises:
        ValueError: an unknown agent, module or function.
    """
    factory, _, _ = find_factory(spec, group)
    known = inspect.signature(factory).parameters.items()
    kinds = {name: _annotation(parameter, factory) for name, parameter in known}
    return frozenset(name for name, kind in kinds.items() if float in (kind, *get_args(kind)))


def _annotation(parameter: Parameter, factory: Callable[..., Any]) -> Any:
    """Return a parameter's annotation; empty if there is none, or if only type checkers can resolve it."""
    if not isinstance(parameter.annotation, str):
        return parameter.annotation
    made_by: Any = factory.__init__ if isinstance(factory, type) else factory
    try:
        return eval(parameter.annotation, getattr(inspect.unwrap(made_by), "__globals__", {}))
    except Exception:  # foreign code, which need not run
        return Parameter.empty


def _bare_parameter(first: Parameter | None) -> str | None:
    """Return the name of the parameter that may be given as a bare value, if there is one."""
    if first is None or first.default is not first.empty or first.kind != Parameter.POSITIONAL_OR_KEYWORD:
        return None
    return first.name


def _refuse_unknown(spec: str, name: str, parameters: dict[str, Any], known: list[str]) -> None:
    for parameter in parameters:
        if parameter not in known:
            takes = f"takes {', '.join(known)}" if known else "takes no parameters"
            raise ValueError(f"unknown parameter {quoted(parameter)} in {quoted(spec)}: agent {quoted(name)} {takes}")


def _refuse_missing(spec: str, name: str, parameters: dict[str, Any], known: Any) -> None:
    for parameter in known.values():
        needed = parameter.default is Parameter.empty and parameter.kind in _NAMED
        if needed and parameter.name not in parameters:
            raise ValueError(
                f"{quoted(spec)} lacks the required parameter {quoted(parameter.name)}: {name}:{parameter.name}=..."
            )


def _parse_parameters(spec: str, text: str, bare: str | None, known: Any) -> tuple[dict[str, str], str | None]:
    """Split the parameters' texts by name; return also ``bare`` if the first value was given without a name."""
    parameters: dict[str, str] = {}
    given = None
    for number, part in enumerate(filter(None, (piece.strip() for piece in _pieces(text)))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if number == 0 and bare is not None and name not in known:
            given = bare
            parameters[bare] = _bared(part)
            continue
        if not equals or not name or not value:
            raise ValueError(f"{quoted(part)} in {quoted(spec)} is not a parameter: write name=value")
        if name in parameters:
            raise ValueError(f"parameter {quoted(name)} is given twice in {quoted(spec)}")
        parameters[name] = _bared(value)
    return parameters, given


def _pieces(text: str) -> list[str]:
    """Split a text at the commas outside parentheses; at all of them if a parenthesis lacks its other half."""
    depths = _depths(text)
    closed = not depths or depths[-1] == 0
    ends = [place for place, sign in enumerate(text) if sign == "," and (depths[place] == 0 or not closed)]
    return [text[start + 1 : end] for start, end in pairwise([-1, *ends, len(text)])]


def _bared(value: str) -> str:
    """Return a value without the parentheses around all of it."""
    around = value[0] == "(" and value[-1] == ")" and 0 not in _depths(value)[:-1]
    return value[1:-1].strip() if around else value


def _depths(text: str) -> list[int]:
    """Count the parentheses that are open after each sign."""
    return list(accumulate((sign == "(") - (sign == ")") for sign in text))
