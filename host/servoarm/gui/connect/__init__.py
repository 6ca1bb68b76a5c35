"""Connecting: the port, the question before the first pulse, notices."""
