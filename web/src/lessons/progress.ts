/** Which scenes somebody has solved; kept in this browser where it allows that. */

const keyOf = (game: string) => `lesson ${game}`;
const solved = new Map<string, Set<string>>(); // for a browser that keeps nothing

export function solvedIn(game: string): Set<string> {
  const known = solved.get(game) ?? new Set<string>();
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(game)) ?? '[]');
    return new Set([...known, ...(Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [])]);
  } catch {
    return known;
  }
}

export function keepSolved(game: string, scene: string): void {
  const all = solvedIn(game).add(scene);
  solved.set(game, all);
  try {
    localStorage.setItem(keyOf(game), JSON.stringify([...all]));
  } catch {
    // Until the page is closed it is known all the same.
  }
}
