/** Hands on what comes in its order: the first at once, what changes the page at most once a frame. */

const MOST = 8; // that wait; whoever is further behind takes all at once
const LATEST = 100; // ms; a page that is not seen has no frames

export class FrameByFrame<Item> {
  private waiting: Item[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined; // until the frame is drawn

  constructor(
    private readonly handle: (item: Item) => void,
    private readonly changes: (item: Item) => boolean,
  ) {}

  take(item: Item): void {
    this.waiting.push(item);
    if (this.waiting.length > MOST) this.waiting.splice(0).forEach(this.handle);
    else this.next();
  }

  clear(): void {
    this.waiting = [];
  }

  private next(): void {
    while (this.waiting.length && !(this.timer !== undefined && this.changes(this.waiting[0]!))) {
      const item = this.waiting.shift()!;
      if (this.changes(item)) this.hold();
      this.handle(item);
    }
  }

  private hold(): void {
    const drawn = () => {
      if (this.timer !== timer) return;
      clearTimeout(timer);
      this.timer = undefined;
      this.next();
    };
    const timer = setTimeout(drawn, LATEST);
    this.timer = timer;
    requestAnimationFrame(() => setTimeout(drawn));
  }
}
