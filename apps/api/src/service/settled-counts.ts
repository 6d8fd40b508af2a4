/** Counts the ends in each status since the process began. */
export class SettledCounts<Status extends string> {
  readonly #counts: Map<Status, number>;

  constructor(statuses: readonly Status[]) {
    this.#counts = new Map(statuses.map((status) => [status, 0]));
  }

  readonly add = (status: Status): void => {
    this.#counts.set(status, (this.#counts.get(status) ?? 0) + 1);
  };

  entries(): [Status, number][] {
    return [...this.#counts];
  }
}
