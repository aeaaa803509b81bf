/** How one comes to a friend's table: by its link, or by its code, which is the table's id in groups that can be read out. */

export const codeOf = (table: string) => table.match(/.{1,4}/g)?.join('-') ?? '';

/** The table that a typed code or a pasted link means. */
export function tableIn(typed: string): string {
  const code = /\/table\/([^/?#\s]+)/.exec(typed)?.[1] ?? typed;
  return code.replace(/[\s-]/g, '').toLowerCase();
}
