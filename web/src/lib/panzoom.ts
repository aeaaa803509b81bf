/** Moving and enlarging a drawing: by wheel, one finger or the mouse, two fingers, or keys. */

export type Eye = { x: number; y: number; scale: number };
export const WHOLE: Eye = { x: 0, y: 0, scale: 1 };

const NEAREST = 4;
const FARTHEST = 0.6;

export const limited = (scale: number) => Math.min(NEAREST, Math.max(FARTHEST, scale));

/** The eye after a change of scale that leaves the point (x, y) where it is. */
export function zoomed(eye: Eye, factor: number, x: number, y: number): Eye {
  const scale = limited(eye.scale * factor);
  const part = scale / eye.scale;
  return { scale, x: x - (x - eye.x) * part, y: y - (y - eye.y) * part };
}

export type Box = { x: number; y: number; width: number; height: number };

/** As near as to fill the frame, and nothing beyond its edges is looked at. */
export function bounded(eye: Eye, frame: Box): Eye {
  const scale = Math.max(1, limited(eye.scale));
  const within = (at: number, start: number, length: number) => Math.min(start * (1 - scale), Math.max((start + length) * (1 - scale), at)) + 0; // and never -0
  return { scale, x: within(eye.x, frame.x, frame.width), y: within(eye.y, frame.y, frame.height) };
}

/** As much of the frame as shows this part of it. */
export function showing(part: Box, frame: Box): Eye {
  const scale = limited(Math.min(frame.width / part.width, frame.height / part.height));
  const middle = (from: number, length: number, at: number, wide: number) => from + length / 2 - (at + wide / 2) * scale;
  const eye = { scale, x: middle(frame.x, frame.width, part.x, part.width), y: middle(frame.y, frame.height, part.y, part.height) };
  return bounded(eye, frame);
}

type Point = { x: number; y: number };

/** Follows pointers on an element; `drag` says whether the last press moved, so that a click after it is none. */
export class Gesture {
  private readonly held = new Map<number, Point>();
  drag = false;

  constructor(
    private readonly look: () => Eye,
    private readonly change: (eye: Eye) => void,
  ) {}

  down(id: number, at: Point): void {
    if (this.held.size === 0) this.drag = false;
    this.held.set(id, at);
  }

  move(id: number, at: Point): void {
    const before = this.held.get(id);
    if (!before) return;
    const eye = this.look();
    if (this.held.size === 1) {
      if (!this.drag && Math.hypot(at.x - before.x, at.y - before.y) < 6) return;
      this.drag = true;
      this.change({ ...eye, x: eye.x + at.x - before.x, y: eye.y + at.y - before.y });
    } else {
      const other = [...this.held].find(([each]) => each !== id)?.[1];
      if (!other) return;
      this.drag = true;
      const factor = Math.hypot(at.x - other.x, at.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      this.change(zoomed(eye, factor, (at.x + other.x) / 2, (at.y + other.y) / 2));
    }
    this.held.set(id, at);
  }

  up(id: number): void {
    this.held.delete(id);
  }
}
