"""What Durak's agents add to the table of `durak_env.table`: analyses."""
