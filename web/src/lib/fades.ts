/** Something that scrolls fades where there is more of it: `data-more` says at which end, the style sheet does the rest. */

const SLACK = 2; // px

export function endsWithMore(top: number, seen: number, whole: number): 'none' | 'above' | 'below' | 'both' {
  const above = top > SLACK;
  const below = top + seen < whole - SLACK;
  if (above && below) return 'both';
  return above ? 'above' : below ? 'below' : 'none';
}

export function fades(element: HTMLElement): () => void {
  const look = () => (element.dataset.more = endsWithMore(element.scrollTop, element.clientHeight, element.scrollHeight));
  const sizes = new ResizeObserver(look);
  const watch = () => [element, ...element.children].forEach((each) => sizes.observe(each));
  const changes = new MutationObserver(() => (watch(), look()));
  changes.observe(element, { childList: true, characterData: true, subtree: true });
  element.addEventListener('scroll', look, { passive: true });
  watch();
  return () => {
    sizes.disconnect();
    changes.disconnect();
    element.removeEventListener('scroll', look);
  };
}
