/** What is seen of a drawing: all of it, or a part of it from nearer. Its own element listens to wheel, mouse and fingers. */

import { bounded, Gesture, WHOLE, zoomed, type Box, type Eye } from './panzoom';

type Spot = { clientX: number; clientY: number };

export class Camera {
  private chosen = $state.raw<Eye | null>(null); // by the viewer
  private drawing = $state.raw<SVGSVGElement | null>(null);
  private readonly gesture = new Gesture(
    () => this.eye,
    (eye) => this.look(eye),
  );

  constructor(
    private readonly first: () => Eye = () => WHOLE, // until the viewer chooses
    private readonly frame: () => Box | null = () => null, // what it does not look past
  ) {}

  get eye(): Eye {
    return this.chosen ?? this.first();
  }
  get whole(): boolean {
    return this.eye.scale === 1 && this.eye.x === 0 && this.eye.y === 0;
  }
  /** The last press moved the drawing: a click after it is none. */
  get moved(): boolean {
    return this.gesture.drag;
  }
  get transform(): string {
    return `translate(${this.eye.x} ${this.eye.y}) scale(${this.eye.scale})`;
  }

  look(eye: Eye): void {
    const frame = this.frame();
    this.chosen = frame ? bounded(eye, frame) : eye;
  }
  showWhole = () => this.look(WHOLE);
  nearer(factor: number): void {
    const { x, y, width, height } = this.drawing!.viewBox.baseVal;
    this.look(zoomed(this.eye, factor, x + width / 2, y + height / 2));
  }

  /** Where that is in the drawing's frame. */
  private point({ clientX, clientY }: Spot): { x: number; y: number } {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.drawing!.getScreenCTM()!.inverse());
    return { x, y };
  }
  /** Where that is among the things drawn. */
  at(spot: Spot): { x: number; y: number } {
    const { x, y } = this.point(spot);
    return { x: (x - this.eye.x) / this.eye.scale, y: (y - this.eye.y) / this.eye.scale };
  }

  follow = (drawing: SVGSVGElement): (() => void) => {
    this.drawing = drawing;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const { x, y } = this.point(event);
      this.look(zoomed(this.eye, event.deltaY < 0 ? 1.12 : 1 / 1.12, x, y));
    };
    const down = (event: PointerEvent) => this.gesture.down(event.pointerId, this.point(event));
    const move = (event: PointerEvent) => this.gesture.move(event.pointerId, this.point(event));
    const up = (event: PointerEvent) => this.gesture.up(event.pointerId);
    const ends = ['pointerup', 'pointercancel', 'pointerleave'] as const;
    drawing.addEventListener('wheel', wheel, { passive: false });
    drawing.addEventListener('pointerdown', down);
    drawing.addEventListener('pointermove', move);
    for (const end of ends) drawing.addEventListener(end, up);
    return () => {
      drawing.removeEventListener('wheel', wheel);
      drawing.removeEventListener('pointerdown', down);
      drawing.removeEventListener('pointermove', move);
      for (const end of ends) drawing.removeEventListener(end, up);
    };
  };
}
