"""What the searches of Oh Hell! add to those of the kit."""
