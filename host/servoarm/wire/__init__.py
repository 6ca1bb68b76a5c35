"""The wire: lines and messages, as in firmware/PROTOCOL.md. Pure: no port, thread or clock."""
