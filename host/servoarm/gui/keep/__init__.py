"""What a person takes along: the pose as text, the window as a picture."""
