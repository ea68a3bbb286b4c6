"""What is done for each message of the page."""
