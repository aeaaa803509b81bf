/** What is new on the table since the last look, until something else is new. */

export class News {
  fresh = $state.raw<ReadonlySet<string>>(new Set());
  private seen: ReadonlySet<string> | null = null;

  look(now: readonly string[]): void {
    const before = this.seen;
    this.seen = new Set(now);
    const added = before ? now.filter((each) => !before.has(each)) : [];
    if (added.length) this.fresh = new Set(added);
  }
}
