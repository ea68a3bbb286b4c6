"""Evolution of agents of Bang!."""
