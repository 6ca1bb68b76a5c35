"""Colours and the style sheet, in one place.

The links, the target and the warning colours come from sets made for colour-blind readers (Okabe
and Ito 2008; Paul Tol); what they tell is also told by shape, dash or word.
"""

from PyQt5.QtGui import QColor

SHOULDER = QColor("#0072B2")  # blue
ELBOW = QColor("#007F59")  # green
TARGET = QColor("#CC3311")  # red
ASSUMED = QColor("#8F5B00")  # amber: not known, only assumed
UNKNOWN = QColor("#6F7984")  # grey
DISABLED = QColor("#6F7984")
BLOCKED = QColor("#616B76")
AREA = QColor(86, 180, 233, 48)
AREA_OPEN = QColor(86, 180, 233, 72)  # laid over AREA: where a click is taken
AREA_EDGE = QColor("#2F7DB0")
RING = QColor("#6F7984")
TRAIL = QColor("#7A4EAB")
ELLIPSE = QColor("#7A4EAB")
NEAREST = QColor("#CC3311")
INK = QColor("#1F2933")
BASE = QColor("#3E4C59")
PAPER = QColor("#FFFFFF")
GRID = QColor("#D5DAE0")

SHEET = """
QGroupBox {
    background: #FFFFFF; border: 1px solid #D5DAE0; border-radius: 6px;
    margin-top: 9px; padding: 8px 6px 4px 6px; font-weight: 600;
}
QGroupBox::title { subcontrol-origin: margin; left: 8px; padding: 0 4px; }
QPushButton, QToolButton {
    background: #FFFFFF; border: 1px solid #B8C0C8;
    border-radius: 5px; padding: 4px 8px;
}
QToolButton { padding: 4px 6px; }
QPushButton:hover, QToolButton:hover { background: #EEF4FA; }
QPushButton:pressed, QToolButton:pressed { background: #D9E6F2; }
QPushButton:disabled, QToolButton:disabled {
    color: #6F7984;
    background: #F4F6F8; border-color: #DDE2E7;
}
QPushButton:focus { border: 2px solid #0072B2; padding: 3px 7px; }
QToolButton:focus { border: 2px solid #0072B2; padding: 3px 5px; }
QPushButton[kind="primary"] {
    background: #0072B2; color: white;
    border-color: #005A8C; font-weight: 600;
}
QPushButton[kind="primary"]:hover { background: #005A8C; }
QPushButton[kind="primary"]:disabled { background: #DDE5EC; border-color: #B8C0C8; color: #616B76; }
QPushButton[kind="stop"] {
    background: #CC1F1A; color: white; border: 2px solid #8E1410; border-radius: 8px;
    font-size: 17px; font-weight: 800; padding: 6px 12px;
}
QPushButton[kind="stop"]:hover { background: #B01813; }
QPushButton[kind="stop"]:focus { border: 2px solid #1F2933; padding: 6px 12px; }
QFrame#notice { border-radius: 6px; border: 1px solid #B8C0C8; background: #FFFFFF; }
QFrame#notice[level="error"] { background: #FDECEA; border-color: #CC3311; }
QFrame#notice[level="warning"] { background: #FFF6E0; border-color: #D9A400; }
QFrame#notice[level="info"] { background: #EAF4FB; border-color: #0072B2; }
QFrame#start { border-radius: 6px; border: 1px solid #8F5B00; background: #FFF6E0; }
QLabel#state {
    border-radius: 9px; padding: 0 6px; background: #E4E8EC;
    font-weight: 600; font-size: 12px;
}
QLabel#state[tone="go"] { background: #D5EFE6; color: #00573F; }
QLabel#state[tone="hold"] { background: #DCEBF7; color: #004B75; }
QLabel#state[tone="bad"] { background: #FBD9D5; color: #8E1410; }
QAbstractSpinBox[out="true"] { color: #A5280E; background: #FDECEA; }
QLabel#reason[tone="bad"] { color: #A5280E; }
QLabel#warning { color: #A5280E; font-weight: 600; }
QTabWidget::pane { border: none; }
QTabBar::tab {
    padding: 6px 12px; border: none;
    border-bottom: 3px solid transparent; color: #52606D;
}
QTabBar::tab:selected { color: #1F2933; border-bottom: 3px solid #0072B2; }
QTabBar::tab:focus { color: #0072B2; }
"""
