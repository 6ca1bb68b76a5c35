"""The `servoarm` command: one file a subcommand.

Importing a command's module costs little; what it needs (numpy, serial, wasmtime, Qt) is imported
when it runs.
"""
