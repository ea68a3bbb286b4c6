"""The rules of play by part: records, dealing, bids, tricks, points; `oh_hell_env.core.play` plays an action."""
