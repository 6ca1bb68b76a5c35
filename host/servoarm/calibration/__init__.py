"""The map between a joint's angle and its servo's pulse. Pure: no clock, no port, no window."""
