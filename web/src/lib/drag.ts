/** Dragging as another way to tap twice: what is dragged is chosen, and what it is dropped on is pressed. */

type Drag = {
  start: () => void; // choose the thing
  cancel: () => void; // dropped nowhere
  disabled?: boolean;
};

const FAR = 8; // pixels, after which a press is a drag

/** `use:drag={{start, cancel}}` on a piece; places to drop it on have `data-drop`. */
export function drag(piece: HTMLElement, given: Drag) {
  let options = given;
  let from: { x: number; y: number } | null = null;
  let ghost: HTMLElement | null = null;
  let below: Element | null = null;

  function target(event: PointerEvent): Element | null {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-drop]') ?? null;
  }

  function lift() {
    ghost = piece.cloneNode(true) as HTMLElement;
    const box = piece.getBoundingClientRect();
    Object.assign(ghost.style, {
      position: 'fixed',
      width: `${box.width}px`,
      left: '0',
      top: '0',
      margin: '0',
      pointerEvents: 'none',
      zIndex: '50',
      opacity: '0.9',
    });
    ghost.setAttribute('aria-hidden', 'true');
    document.body.append(ghost);
    options.start();
  }

  function down(event: PointerEvent) {
    if (options.disabled || event.button !== 0) return;
    from = { x: event.clientX, y: event.clientY };
    piece.setPointerCapture(event.pointerId); // a quick hand is off the piece with its first move
  }

  function move(event: PointerEvent) {
    if (!from) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < FAR) return;
      lift();
    }
    const box = piece.getBoundingClientRect();
    ghost!.style.transform = `translate(${event.clientX - box.width / 2}px, ${event.clientY - box.height / 2}px)`;
    const now = target(event);
    if (now !== below) {
      below?.classList.remove('over');
      now?.classList.add('over');
      below = now;
    }
  }

  function up(event: PointerEvent) {
    const dragged = ghost !== null;
    const place = dragged && event.type === 'pointerup' ? target(event) : null;
    ghost?.remove();
    below?.classList.remove('over');
    ghost = below = from = null;
    if (!dragged) return;
    piece.addEventListener('click', stop, true); // the click that follows a drag is none
    setTimeout(() => piece.removeEventListener('click', stop, true));
    if (place) place.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    else options.cancel();
  }
  const stop = (click: Event) => click.stopImmediatePropagation();

  const HANDLERS: [string, (event: PointerEvent) => void][] = [
    ['pointerdown', down],
    ['pointermove', move],
    ['pointerup', up],
    ['pointercancel', up],
  ];
  for (const [name, handler] of HANDLERS) piece.addEventListener(name, handler as EventListener);
  piece.style.touchAction = 'none';
  return {
    update(changed: Drag) {
      options = changed;
    },
    destroy() {
      for (const [name, handler] of HANDLERS) piece.removeEventListener(name, handler as EventListener);
      ghost?.remove();
    },
  };
}
