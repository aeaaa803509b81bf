/** Pieces that move: copies of them fly over a page that shows the newest position already.
 *
 * Only transform and opacity change. Steps wait for one another so that they can be followed; whoever is more than two
 * seconds behind jumps to now, and so does the player's next click.
 */

import { pace } from './pace.svelte';

/** A piece goes from one place on the board to another; both are selectors, and `from` is exactly that piece.
 *
 * `new`: it is not to be seen before, so what has come to lie at `to` is seen on its way from the middle of `from`.
 */
export type Flight = { from: string; to: string; new?: true };
type Copy = { from: DOMRect; node: Element | null; to: string }; // null: what is at its end
type Aimed = { node: Element; from: DOMRect; target: Element; there: DOMRect };

const BEHIND = 2000; // ms
const BETWEEN = 20; // ms from one step to the next
const MOST = 8; // pieces of one step; more are not followed anyway

export class Motion {
  private queue: Copy[][] = [];
  private running: Animation[] = [];
  private copies: Element[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly layer: () => HTMLElement | undefined) {}

  /** Can so many steps be followed without falling behind? */
  readonly follows = (steps: number) => steps * (pace.lasts + BETWEEN) <= BEHIND;

  /** Before the page shows the new position: what will fly, and from where. */
  catch(flights: readonly Flight[]): Copy[] {
    if (!pace.moves) return [];
    return flights.slice(0, MOST).flatMap(({ from, to, new: fresh }) => {
      const thing = document.querySelector(from);
      const place = thing?.getBoundingClientRect();
      return thing && place?.width ? [{ from: place, node: fresh ? null : copyOf(thing, place), to }] : [];
    });
  }

  /** Once it does: let them fly, after those that are still on their way. */
  fly(copies: Copy[]): void {
    if (!copies.length) return;
    this.queue.push(copies);
    if (!this.follows(this.queue.length + 1)) return this.stop(); // one is on its way
    if (!this.copies.length) this.next();
  }

  /** Nothing flies any more. */
  readonly stop = () => {
    clearTimeout(this.timer);
    this.queue = [];
    this.land();
  };

  private next(): void {
    this.land();
    const copies = this.queue.shift();
    const layer = this.layer();
    if (!copies || !layer) return;
    for (const aimed of aim(copies)) this.launch(layer, aimed);
    if (!this.copies.length) return this.next();
    this.timer = setTimeout(() => this.next(), pace.lasts + BETWEEN);
  }

  private launch(layer: HTMLElement, { node, from, there, target }: Aimed): void {
    layer.append(node);
    this.copies.push(node);
    const timing = { duration: pace.lasts, easing: 'cubic-bezier(.3,.1,.2,1)', fill: 'both' } as const;
    this.running.push(node.animate([{ transform: at(from) }, { transform: arrived(from, there) }], timing));
    if (there.width <= 1.5 * from.width) {
      const hidden = [{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }];
      this.running.push(target.animate(hidden, { duration: pace.lasts }));
    }
  }

  private land(): void {
    for (const each of this.running) each.cancel();
    for (const each of this.copies) each.remove();
    this.running = [];
    this.copies = [];
  }
}

/** Where they will land. All are measured before any is laid over the page, so that it is laid out once. */
function aim(copies: readonly Copy[]): Aimed[] {
  const found = copies.flatMap((copy) => [document.querySelector(copy.to)].flatMap((target) => (target ? [{ copy, target }] : [])));
  for (const { target } of found) settle(target);
  const seen = found.map((each) => ({ ...each, there: each.target.getBoundingClientRect() })).filter(({ there }) => there.width);
  return seen.map(({ copy: { from, node }, target, there }) =>
    node ? { node, from, target, there } : { node: copyOf(target, there), from: within(from, there), target, there },
  );
}

/** It is where it belongs at once: it comes by flying. */
function settle(target: Element): void {
  for (const each of target.getAnimations({ subtree: true }))
    if (each instanceof CSSAnimation && Number.isFinite(each.effect?.getComputedTiming().endTime)) each.finish();
}

/** As large as a piece, in the middle of a place. */
const within = (place: DOMRect, { width, height }: DOMRect) =>
  new DOMRect(place.left + (place.width - width) / 2, place.top + (place.height - height) / 2, width, height);

const at = (place: DOMRect) => `translate(${place.left}px, ${place.top}px)`;

/** Where it lands: in the middle of its place, as large as that allows and no larger than it was, a fifth at least. */
function arrived(from: DOMRect, to: DOMRect): string {
  const scale = Math.max(0.2, Math.min(1.6, to.width / from.width, to.height / from.height));
  const x = to.left + (to.width - from.width * scale) / 2;
  const y = to.top + (to.height - from.height * scale) / 2;
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

/** A copy of a piece, to be laid over the page; of a group within a drawing, in a drawing of its own. */
function copyOf(thing: Element, { width, height }: DOMRect): Element {
  let copy = thing.cloneNode(true) as HTMLElement | SVGElement;
  if (thing instanceof SVGGElement) {
    const { x, y, width: wide, height: high } = thing.getBBox();
    const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    drawing.setAttribute('viewBox', `${x} ${y} ${wide} ${high}`);
    copy.removeAttribute('transform');
    drawing.append(copy);
    copy = drawing;
  }
  for (const each of [copy, ...copy.querySelectorAll<HTMLElement | SVGElement>('*')]) {
    for (const name of ['id', 'tabindex', 'role', 'data-drop', 'data-at', 'data-tile', 'data-value']) each.removeAttribute(name);
    each.style.animation = 'none';
  }
  copy.setAttribute('aria-hidden', 'true');
  copy.setAttribute('inert', '');
  Object.assign(copy.style, { position: 'absolute', inset: '0 auto auto 0', width: `${width}px`, height: `${height}px`, margin: '0', transformOrigin: '0 0', pointerEvents: 'none', willChange: 'transform' });
  return copy;
}
