/** The page we are on: `/`, `/table/ID`, `/table/ID/replay/STEP`, `/table/ID/review/STEP`, `/review`, `/rules/GAME`, `/learn`, `/learn/GAME`, `/learn/GAME/SCENE`, `/puzzles/GAME/N`, `/companion`, `/companion/ID`, `/editor/GAME#POSITION`. */

let path = $state(location.pathname);

addEventListener('popstate', () => (path = location.pathname));

export const route = () => path.split('/').filter(Boolean);

export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, '', to);
  else if (to !== location.pathname) history.pushState(null, '', to);
  path = to.split('#')[0]!;
  if (!replace) scrollTo(0, 0);
}

/** Links inside the page change it without a reload. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.('a');
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/')) return;
  if (link.hash && link.pathname === location.pathname) return; // to a place on this page
  event.preventDefault();
  go(link.pathname + link.hash);
}
