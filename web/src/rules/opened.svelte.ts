/** The rule that somebody has opened, wherever its number stands. */

export const opened = $state<{ rule: { game: string; number: string } | null }>({ rule: null });
