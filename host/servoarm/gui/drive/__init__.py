"""Driving by hand: target, elbow, lengths, read-outs, and why not."""
