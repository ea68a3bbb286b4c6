"""Games in words, for language models: prompts, readers of free answers, agents behind chat endpoints."""
