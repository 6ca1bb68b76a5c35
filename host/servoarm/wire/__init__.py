"""The wire: lines and messages, as firmware/PROTOCOL.md has them. Pure: no port, no thread, no clock."""
