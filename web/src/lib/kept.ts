/** What is equal to what it was before stays the same object, so that nothing that depends on it is worked out again. */
export function kept<Whole>(before: unknown, after: Whole): Whole {
  if (!isWhole(before) || !isWhole(after) || Array.isArray(before) !== Array.isArray(after)) return after;
  const parts: Record<string, unknown> = after;
  const names = Object.keys(parts);
  let same = names.length === Object.keys(before).length;
  for (const name of names) {
    parts[name] = kept(before[name], parts[name]);
    same &&= name in before && Object.is(before[name], parts[name]);
  }
  return same ? (before as Whole) : after;
}

const isWhole = (thing: unknown): thing is Record<string, unknown> => typeof thing === 'object' && thing !== null;
