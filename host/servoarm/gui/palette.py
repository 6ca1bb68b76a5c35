"""A complete palette of the window's own: a dark desktop changes none of its colours.

The style sheet gives some grounds and some inks; whatever it leaves open must not come from the
desktop, where light text may stand for our light ground.
"""

from PyQt5.QtGui import QColor, QPalette
from PyQt5.QtWidgets import QApplication, QToolTip

from servoarm.gui import style

ROLES = {
    QPalette.ColorRole.Window: "#F4F6F8",
    QPalette.ColorRole.WindowText: "#1F2933",
    QPalette.ColorRole.Base: "#FFFFFF",
    QPalette.ColorRole.AlternateBase: "#EEF2F5",
    QPalette.ColorRole.Text: "#1F2933",
    QPalette.ColorRole.Button: "#EEF1F4",
    QPalette.ColorRole.ButtonText: "#1F2933",
    QPalette.ColorRole.BrightText: "#FFFFFF",
    QPalette.ColorRole.Light: "#FFFFFF",
    QPalette.ColorRole.Midlight: "#E4E8EC",
    QPalette.ColorRole.Mid: "#B8C0C8",
    QPalette.ColorRole.Dark: "#8A949E",
    QPalette.ColorRole.Shadow: "#52606D",
    QPalette.ColorRole.Highlight: style.SHOULDER.name(),
    QPalette.ColorRole.HighlightedText: "#FFFFFF",
    QPalette.ColorRole.Link: "#005A8C",
    QPalette.ColorRole.LinkVisited: "#5B3A85",
    QPalette.ColorRole.ToolTipBase: "#FFFFFF",
    QPalette.ColorRole.ToolTipText: "#1F2933",
    QPalette.ColorRole.PlaceholderText: "#616B76",
}
DISABLED = {
    QPalette.ColorRole.WindowText: style.DISABLED.name(),
    QPalette.ColorRole.Text: style.DISABLED.name(),
    QPalette.ColorRole.ButtonText: style.DISABLED.name(),
    QPalette.ColorRole.PlaceholderText: style.DISABLED.name(),
    QPalette.ColorRole.Base: "#F4F6F8",
    QPalette.ColorRole.Highlight: "#D5DAE0",
    QPalette.ColorRole.HighlightedText: "#52606D",
}
GROUPS = (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive, QPalette.ColorGroup.Disabled)


def palette() -> QPalette:
    """All roles in all groups."""
    made = QPalette()
    for group in GROUPS:
        for role, color in ROLES.items():
            made.setColor(group, role, QColor(color))
    for role, color in DISABLED.items():
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(color))
    return made


def use_palette(application: QApplication) -> None:
    """Give it to every widget of the application, tool tips included."""
    application.setPalette(palette())
    QToolTip.setPalette(palette())
