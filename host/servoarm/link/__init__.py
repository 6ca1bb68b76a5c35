"""The link: a port that fails in one way only, and the conversation with the board over it."""
