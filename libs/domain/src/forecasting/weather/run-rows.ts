import { HOUR_MS } from '@solano/domain/kernel';

/** Hours after its issue that a run may reach: 16 days. */
export const MAX_LEAD_HOURS = 16 * 24;
/** Values of a file that are held: 240 MB. */
export const MAX_WEATHER_VALUES = 30_000_000;

/** Hours for which a run has room at first. */
const FIRST_HOURS = 32;

/** The rows of a run, by the hour of its issue: hour 0 ends then at the latest. */
export interface RunRows {
  readonly issuedAt: number;
  readonly knownAt: number;
  /** The line of each hour, 0 where there is none. */
  lines: Int32Array;
  /** By column, NaN where there is none. */
  values: Float64Array[];
}

/** The rows of a file by their runs. */
export class RunTable {
  readonly #columns: number;
  readonly #runs = new Map<string, RunRows>();
  #held = 0;
  #last: RunRows | undefined;

  constructor(columns: number) {
    this.#columns = columns;
  }

  /** The rows of a run with room for an hour; undefined where the file would have too many values. */
  at(issuedAt: number, knownAt: number, hour: number): RunRows | undefined {
    const run = this.#find(issuedAt, knownAt);
    const room = run.lines.length;
    if (hour < room) return run;
    const hours = Math.min(MAX_LEAD_HOURS + 1, Math.max(FIRST_HOURS, 2 * room, hour + 1));
    this.#held += (hours - room) * this.#columns;
    if (this.#held > MAX_WEATHER_VALUES) return undefined;
    const lines = new Int32Array(hours);
    lines.set(run.lines);
    run.lines = lines;
    run.values = run.values.map((values) => {
      const larger = new Float64Array(hours).fill(Number.NaN);
      larger.set(values);
      return larger;
    });
    return run;
  }

  *[Symbol.iterator](): Generator<RunRows> {
    yield* this.#runs.values();
  }

  /** Rows of a run mostly follow each other. */
  #find(issuedAt: number, knownAt: number): RunRows {
    if (this.#last?.issuedAt === issuedAt && this.#last.knownAt === knownAt) return this.#last;
    const key = `${issuedAt} ${knownAt}`;
    const values = Array.from({ length: this.#columns }, () => new Float64Array());
    const run = this.#runs.get(key) ?? { issuedAt, knownAt, lines: new Int32Array(), values };
    this.#runs.set(key, run);
    this.#last = run;
    return run;
  }
}

/** The hour of an instant by the hour of an issue (ms each); no whole number where it is none. */
export function hourOf(issuedAt: number, validAt: number): number {
  return validAt / HOUR_MS - Math.floor(issuedAt / HOUR_MS);
}

/** Start (ms) of such an hour. */
export function startOfHour(issuedAt: number, hour: number): number {
  return (Math.floor(issuedAt / HOUR_MS) + hour - 1) * HOUR_MS;
}
