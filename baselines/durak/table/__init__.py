"""Analyses by Durak's agents for the table's page."""
