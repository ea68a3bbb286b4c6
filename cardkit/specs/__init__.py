"""Makes agents from specs: strings such as ``greedy``, ``mcts:limit=30,c=1.4`` or ``my_package.agents:first``.

::

    spec        factory | factory:parameters
    factory     name             an entry point of the game's group; any package can add to it
                module:function  anything importable, also from the working directory
    parameters  value,parameter=value,...
    value       a word, or in parentheses what has commas: opponent=(ismcts:simulations=50,c=1)

A name wins over a module of the same name. A factory is a callable that takes the parameters as keywords and returns
the agent. Its annotations give the types of the values; see `cardkit.specs.values`. Its signature allows two further
forms. A first parameter without a default may be given as a bare value, which stays text if it has no annotation
(``sb3:model.zip``). A positional-only parameter takes the whole text, commas included (``exec:./program -d 3,4``).
"""

from __future__ import annotations

from cardkit.specs.loading import load_agent

__all__ = ["load_agent"]
