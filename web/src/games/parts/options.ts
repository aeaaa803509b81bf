/** The options that a board was given, by what they do. */

import type { Option } from '$protocol';

export const actionsOf = <Kind extends { type: string }>(options: Option[] | null, type: Kind['type']) =>
  (options ?? []).filter((option) => (option.action as Kind).type === type) as (Option & { action: Kind })[];

/** Equal as bags: the same things equally often. */
export function sameBag(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  const left = [...one].sort();
  const right = [...other].sort();
  return left.every((each, n) => each === right[n]);
}
