"""The rules of play by part: records, dealing, seats, bouts; `durak_env.core.play` plays an action."""
