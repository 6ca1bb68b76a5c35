"""The canvas: equal axes in mm, y up.

It draws what the model knows and turns mouse and arrow keys into signals.
"""

import pyqtgraph as pg
from PyQt5.QtCore import QEvent, QPointF, Qt, QTimer, pyqtSignal
from PyQt5.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PyQt5.QtWidgets import QWidget

from servoarm.gui import style
from servoarm.gui.aim import Aim
from servoarm.gui.canvas.area import TOLERANCE_MM, AreaItem
from servoarm.gui.canvas.arm import ArmItem
from servoarm.gui.canvas.ghosts import AssumedItem, PlanItem
from servoarm.gui.canvas.shapes import disc, marker, pedestal
from servoarm.gui.canvas.trail import TrailItem
from servoarm.gui.canvas.velocity import ArrowsItem, EllipseItem
from servoarm.gui.model import Link

ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
STEP_MM = 50.0
NEAREST_MM = 2.0  # the least that the view shows
FARTHEST = 10.0  # times the reach
FINING_MS = 60
FINEST_MM = 0.002


class Canvas(pg.PlotWidget):  # type: ignore[misc]  # pyqtgraph has no types
    """Left button: press goes, drag follows. Middle button: pan. Wheel: zoom. Arrow keys: jog."""

    pressed = pyqtSignal(float, float, float)  # x, y, a pixel's size (mm)
    dragged = pyqtSignal(float, float, float)  # the same
    released = pyqtSignal()
    jogged = pyqtSignal(int, int, bool)  # direction x, y (0, 0: let go), fine

    def __init__(self, aim: Aim, parent: QWidget | None = None) -> None:
        super().__init__(parent, background=style.PAPER)
        self._aim, self._model = aim, aim.model
        model = aim.model
        self._drag = False
        self._keys: list[int] = []
        self._fine = False
        self._zoomed = False
        self._tolerance_mm = TOLERANCE_MM
        self._was_known = False
        self._arrived = False
        self._set_up_axes()
        self._add_items()
        model.config_changed.connect(self._show_config)
        model.status_changed.connect(self._show_status)
        model.link_changed.connect(self._show_status)
        model.assumed_changed.connect(self._show_status)
        aim.plan_changed.connect(self._show_plan)
        aim.choice_changed.connect(self._show_open_area)
        self._show_config()

    def _set_up_axes(self) -> None:
        self.setAccessibleName(self.tr("Canvas: the arm in its plane"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAntialiasing(True)
        self.setMenuEnabled(False)
        self.hideButtons()
        self.showGrid(x=True, y=True, alpha=0.18)
        self.setLabel("bottom", self.tr("x (mm)"))
        self.setLabel("left", self.tr("y (mm)"))
        for name in ("bottom", "left"):
            axis = self.getAxis(name)
            axis.setPen(style.GRID)
            axis.setTextPen(style.INK)
            axis.enableAutoSIPrefix(False)
        self.view = self.getPlotItem().getViewBox()
        self.view.setAspectLocked(True)
        self.view.disableAutoRange()
        self.view.sigRangeChangedManually.connect(self._on_zoomed)
        self._fining = QTimer(self)
        self._fining.setSingleShot(True)
        self._fining.setInterval(FINING_MS)
        self._fining.timeout.connect(self.fine_rims)
        self.view.sigRangeChanged.connect(self._fining.start)

    def _add_items(self) -> None:
        self.area, self.trail, self.plan = AreaItem(), TrailItem(), PlanItem()
        self.arm, self.assumed = ArmItem(), AssumedItem()
        self.goal = marker(disc(4), style.INK, style.PAPER, None)
        foot = marker(pedestal(), style.BASE, style.BASE, None)
        self.ellipse, self.arrows = EllipseItem(), ArrowsItem()
        items = (
            self.area,
            foot,
            self.ellipse,
            self.trail,
            self.plan,
            self.assumed,
            self.arm,
            self.arrows,
            self.goal,
            *self.plan.labels,
            self.assumed.label,
        )
        for z, item in enumerate(items):
            item.setZValue(z)
            item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
            self.view.addItem(item, ignoreBounds=True)
        self.show_ellipse(False)
        self.show_arrows(False)

    # What is shown.

    def show_ellipse(self, on: bool) -> None:
        """Switch the manipulability ellipse."""
        self.ellipse.setVisible(on)
        self._show_velocities()

    def show_arrows(self, on: bool) -> None:
        """Switch the velocity arrows."""
        self.arrows.setVisible(on)
        self._show_velocities()

    def reset_view(self) -> None:
        """Show the whole ring again."""
        self._zoomed = False
        reach = STEP_MM * -(-self._model.kinematics.outer_radius * 1.08 // STEP_MM)
        self.view.setRange(xRange=(-reach, reach), yRange=(-reach, reach), padding=0.0)

    def _limit_zoom(self) -> None:
        """From a millimetre to ten times the reach, and never out of sight of the arm."""
        far = FARTHEST * self._model.kinematics.outer_radius
        self.view.setLimits(
            xMin=-far,
            xMax=far,
            yMin=-far,
            yMax=far,
            minXRange=NEAREST_MM,
            minYRange=NEAREST_MM,
        )

    def fine_rims(self) -> None:
        """Draw the rims as round as the screen can show them."""
        pixel_mm = float(self.view.viewPixelSize()[0]) / self.devicePixelRatioF()
        wanted = min(max(pixel_mm / 4, FINEST_MM), TOLERANCE_MM)
        if not wanted <= self._tolerance_mm <= 4 * wanted or wanted < self._tolerance_mm / 2:
            self._tolerance_mm = wanted
            self.area.show_arm(self._model.kinematics, wanted)
            self._show_open_area()

    def _on_zoomed(self, *_args: object) -> None:
        self._zoomed = True

    def _show_config(self) -> None:
        self.area.show_arm(self._model.kinematics, self._tolerance_mm)
        self._limit_zoom()
        self.trail.clear()
        if not self._zoomed:
            self.reset_view()
        self._show_status()
        self._show_plan()

    def _show_status(self) -> None:
        model = self._model
        known = model.pose is not None
        self.arm.show_pose(model.kinematics, model.shown_pose)
        self.arm.set_known(known)
        unconfirmed = not known and model.link is Link.ONLINE
        self.arm.setVisible(not unconfirmed)
        self.assumed.setVisible(unconfirmed)
        self.assumed.show_pose(model.kinematics, model.shown_pose, self.tr("here?"))
        if known and not self._was_known:
            self.trail.clear()
        self._was_known = known
        if known:
            self.trail.add(*model.kinematics.forward(*model.shown_pose))
        self._show_open_area()
        self._show_goal()
        self._show_arrival()
        self._show_velocities()

    def _show_open_area(self) -> None:
        """Where a click would be taken, as things are."""
        self.area.show_open(self._model.kinematics, self._aim.side, self._model.shown_pose)

    def _show_goal(self) -> None:
        """Where the board is taking the arm, whatever has been clicked since."""
        status, goal = self._model.status, self._model.goal
        under_way = status is not None and status.state.under_way
        self.goal.setVisible(under_way and goal is not None)
        if goal is not None:
            self.goal.setPos(QPointF(*self._model.kinematics.forward(*goal)))

    def _show_arrival(self) -> None:
        if self._aim.arrived != self._arrived:
            self._show_plan()

    def _show_velocities(self) -> None:
        for item in (self.ellipse, self.arrows):
            if item.isVisible():
                item.show_pose(self._model.kinematics, self._model.shown_pose)

    def _show_plan(self) -> None:
        self._arrived = self._aim.arrived
        self.plan.show_plan(self._aim.plan, arrived=self._arrived)

    # The mouse.

    def point_at(self, position: QPointF) -> tuple[float, float] | None:
        """The point (mm) under a position in the viewport; None where the axes are."""
        inverse, _ = self.viewportTransform().inverted()
        scene = inverse.map(position)
        if not self.view.sceneBoundingRect().contains(scene):
            return None
        point = self.view.mapSceneToView(scene)
        return point.x(), point.y()

    @property
    def pixel_mm(self) -> float:
        """How wide a pixel is (mm)."""
        return float(self.view.viewPixelSize()[0])

    def pixel_of(self, x_mm: float, y_mm: float) -> QPointF:
        """The position in the viewport that shows the point."""
        mapped: QPointF = self.viewportTransform().map(
            self.view.mapViewToScene(QPointF(x_mm, y_mm))
        )
        return mapped

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Left button between the axes: go there."""
        point = self.point_at(event.localPos())
        if event.button() != Qt.MouseButton.LeftButton or point is None:
            super().mousePressEvent(event)
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._drag = True
        self.pressed.emit(*point, self.pixel_mm)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Left button held: follow."""
        if not self._drag:
            super().mouseMoveEvent(event)
            return
        if not event.buttons() & Qt.MouseButton.LeftButton:
            self.let_go()  # its release went elsewhere
            return
        point = self.point_at(event.localPos())
        if point is not None:
            self.dragged.emit(*point, self.pixel_mm)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The drag is over."""
        if event.button() != Qt.MouseButton.LeftButton or not self._drag:
            super().mouseReleaseEvent(event)
            return
        self._drag = False
        self.released.emit()
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second press of a double click is a press like any other."""
        self.mousePressEvent(event)

    # The keys.

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys jog as long as they are held; Shift: fine."""
        if event.key() == Qt.Key.Key_Shift:
            self._fine = True
            self._emit_jog()
        elif event.key() not in ARROWS:
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            self._keys.append(event.key())
            self._fine = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._emit_jog()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Letting go ends the jog."""
        if event.key() == Qt.Key.Key_Shift:
            self._fine = False
            self._emit_jog()
        elif event.key() not in ARROWS:
            super().keyReleaseEvent(event)
        elif not event.isAutoRepeat() and event.key() in self._keys:
            self._keys.remove(event.key())
            self._emit_jog()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keys whose release would go elsewhere count as let go."""
        super().focusOutEvent(event)
        self.let_go()

    def let_go(self) -> None:
        """Whatever is held counts as released: a drag, and all keys."""
        if self._drag:
            self._drag = False
            self.released.emit()
        if self._keys:
            self._keys.clear()
            self._emit_jog()

    def _emit_jog(self) -> None:
        x = sum(ARROWS[Qt.Key(key)][0] for key in self._keys)
        y = sum(ARROWS[Qt.Key(key)][1] for key in self._keys)
        self.jogged.emit(x, y, self._fine)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the whole ring in view until somebody zooms."""
        super().resizeEvent(event)
        if hasattr(self, "area") and not self._zoomed:
            self.reset_view()

    def viewportEvent(self, event: QEvent) -> bool:
        """A hidden window sends no release: the drag is over then too."""
        if event.type() == QEvent.Type.Hide:
            self.let_go()
        return bool(super().viewportEvent(event))
