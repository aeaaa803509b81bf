/** Keyboard players never lose the focus: when the focused element goes away, it moves to where they act next. */

export class KeptFocus {
  key = ''; // the last one pressed here; empty after a press of mouse or finger

  constructor(private readonly next: () => string) {} // the selector of where to act next

  /** Watches an element; to be attached. */
  readonly keep = (page: HTMLElement) => {
    const press = (event: KeyboardEvent) => (this.key = event.key);
    const point = () => (this.key = '');
    const observer = new MutationObserver(() => this.settle(page));
    observer.observe(page, { childList: true, subtree: true, attributeFilter: ['disabled', 'data-asks'] });
    page.addEventListener('keydown', press, true);
    addEventListener('pointerdown', point, true);
    return () => {
      observer.disconnect();
      page.removeEventListener('keydown', press, true);
      removeEventListener('pointerdown', point, true);
    };
  };

  private settle(page: HTMLElement): void {
    if (!this.key) return;
    const place = page.querySelector<HTMLElement>(this.next());
    const held = document.activeElement;
    // On the bar or the board itself the player waits for their turn, or for the end.
    const waits = held?.matches('.bar, .place') && held !== place && !place?.matches('.bar');
    if (place && (waits || lost(held))) place.focus();
  }
}

const lost = (held: Element | null) => held === null || held === document.body || held.matches(':disabled');
