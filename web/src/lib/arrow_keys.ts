/** Many places on a board are one stop for Tab; arrows go to the nearest place that way. To be attached to the drawing. */

const WAYS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function arrowKeys(drawing: Element) {
  let stop: Element | undefined;
  const places = () => [...drawing.querySelectorAll<SVGElement>('[role=button]')];

  function settle() {
    const all = places();
    if (!stop || !all.includes(stop as SVGElement)) stop = all[0];
    for (const each of all) each.setAttribute('tabindex', each === stop ? '0' : '-1');
  }
  function focused(event: Event) {
    stop = (event.target as Element).closest('[role=button]') ?? stop;
    settle();
  }
  function pressed(event: Event) {
    const way = WAYS[(event as KeyboardEvent).key];
    const from = document.activeElement;
    if (!way || !from || !drawing.contains(from)) return;
    event.preventDefault();
    nearest(places(), from, way)?.focus();
  }

  const observer = new MutationObserver(settle);
  observer.observe(drawing, { childList: true, subtree: true });
  drawing.addEventListener('focusin', focused);
  drawing.addEventListener('keydown', pressed);
  settle();
  return () => {
    observer.disconnect();
    drawing.removeEventListener('focusin', focused);
    drawing.removeEventListener('keydown', pressed);
  };
}

function middle(place: Element): { x: number; y: number } {
  const box = place.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Straight ahead before aside: what lies twice as far ahead is as near as what lies once as far aside. */
function nearest(places: SVGElement[], from: Element, [dx, dy]: [number, number]): SVGElement | undefined {
  const here = middle(from);
  const far = (place: SVGElement) => {
    const { x, y } = middle(place);
    const ahead = (x - here.x) * dx + (y - here.y) * dy;
    const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
    return ahead > 1 ? ahead + 2 * aside : Infinity;
  };
  return places.map((place) => ({ place, far: far(place) })).filter((each) => each.far < Infinity).sort((a, b) => a.far - b.far)[0]?.place;
}
