"""Build the firmware and put it on a board, by arduino-cli."""
