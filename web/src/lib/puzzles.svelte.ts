/** Which puzzles were solved in this browser. */

const KEY = 'sabika puzzles';
const MOST = 5000; // that are remembered

type Solved = Record<string, string[]>; // ids by game

function kept(): Solved {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return isSolved(found) ? found : {};
  } catch {
    return {};
  }
}

const isSolved = (found: unknown): found is Solved =>
  typeof found === 'object' && found !== null && Object.values(found).every((ids) => Array.isArray(ids) && ids.every((id) => typeof id === 'string'));

const solved = $state<Solved>(kept());

export const isDone = (game: string, id: string) => solved[game]?.includes(id) ?? false;

export function markDone(game: string, id: string): void {
  if (isDone(game, id)) return;
  solved[game] = [...(solved[game] ?? []), id].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(solved));
  } catch {
    // A browser that keeps nothing still has its puzzles.
  }
}

export const starsText = (stars: number) => '★'.repeat(stars) + '☆'.repeat(5 - stars);
