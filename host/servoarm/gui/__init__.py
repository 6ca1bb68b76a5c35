"""The window: canvas, panels, and the worker that talks to the arm."""

import os

# what draws the canvas takes any Qt that this names, and the window is made of PyQt5 alone
os.environ["PYQTGRAPH_QT_LIB"] = "PyQt5"
