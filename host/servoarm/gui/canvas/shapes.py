"""The few kinds of pen, marker and label that all canvas items are made of."""

import math

from PyQt5.QtCore import QPointF, Qt
from PyQt5.QtGui import (
    QBrush,
    QColor,
    QFont,
    QGuiApplication,
    QPainter,
    QPainterPath,
    QPen,
    QTransform,
)
from PyQt5.QtWidgets import (
    QGraphicsItem,
    QGraphicsPathItem,
    QGraphicsSimpleTextItem,
    QStyleOptionGraphicsItem,
    QWidget,
)

from servoarm.gui import style


def screen_pen(color: QColor, width_px: float, dash: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """A pen whose width is in screen pixels, whatever the zoom."""
    # Qt takes a cosmetic width in the screen's own pixels, which are small on a dense screen
    screen = QGuiApplication.primaryScreen()
    ratio = screen.devicePixelRatio() if screen is not None else 1.0
    pen = QPen(color, width_px * ratio, dash, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    pen.setCosmetic(True)
    return pen


def faded(color: QColor, alpha: float) -> QColor:
    """The colour with another opacity (0 to 1)."""
    copy = QColor(color)
    copy.setAlphaF(alpha)
    return copy


def polyline(points: list[tuple[float, float]]) -> QPainterPath:
    """An open path through the points (mm)."""
    path = QPainterPath(QPointF(*points[0]))
    for point in points[1:]:
        path.lineTo(QPointF(*point))
    return path


def marker(
    path: QPainterPath, fill: QColor, line: QColor, parent: QGraphicsItem | None
) -> QGraphicsPathItem:
    """A shape that keeps its size on the screen; ``path`` is in pixels, y down."""
    item = QGraphicsPathItem(path, parent)
    item.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
    item.setBrush(QBrush(fill))
    item.setPen(QPen(line, 1.5))
    return item


def disc(radius_px: float) -> QPainterPath:
    """A circle about the origin."""
    path = QPainterPath()
    path.addEllipse(QPointF(0, 0), radius_px, radius_px)
    return path


def square(half_px: float) -> QPainterPath:
    """A square about the origin."""
    path = QPainterPath()
    path.addRect(-half_px, -half_px, 2 * half_px, 2 * half_px)
    return path


def cross(half_px: float) -> QPainterPath:
    """Two strokes across the origin."""
    path = QPainterPath(QPointF(-half_px, -half_px))
    path.lineTo(half_px, half_px)
    path.moveTo(-half_px, half_px)
    path.lineTo(half_px, -half_px)
    return path


def pedestal() -> QPainterPath:
    """The arm's foot, below the shoulder."""
    path = QPainterPath(QPointF(-9, 4))
    path.lineTo(9, 4)
    path.lineTo(17, 22)
    path.lineTo(-17, 22)
    path.closeSubpath()
    return path


class Label(QGraphicsSimpleTextItem):
    """Upright text of a fixed size on the screen, beside a point in mm."""

    def __init__(self, parent: QGraphicsItem | None, color: QColor) -> None:
        super().__init__(parent)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        font = QFont()
        font.setPointSizeF(9)
        self.setFont(font)
        self.setBrush(QBrush(color))

    def paint(
        self,
        painter: QPainter | None,
        option: QStyleOptionGraphicsItem | None,
        widget: QWidget | None = None,
    ) -> None:
        """The text, with paper behind it."""
        if painter is not None:
            painter.fillRect(self.boundingRect(), faded(style.PAPER, 0.75))
        super().paint(painter, option, widget)

    def place(
        self,
        x_mm: float,
        y_mm: float,
        text: str,
        color: QColor,
        away: tuple[float, float] | None = None,
    ) -> None:
        """Write the text beside the point, on the side to which ``away`` points."""
        self.setText(text)
        self.setBrush(QBrush(color))
        self.setPos(x_mm, y_mm)
        size = self.boundingRect()
        across, up = away or (x_mm, y_mm)
        length = math.hypot(across, up) or 1.0
        dx = 12 * across / length + size.width() * (across / length - 1) / 2
        dy = -12 * up / length - size.height() / 2
        self.setTransform(QTransform.fromTranslate(dx, dy))
