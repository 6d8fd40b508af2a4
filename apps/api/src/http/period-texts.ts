import { DAY_MS, MADRID, MINUTE_MS } from '@solano/domain/kernel';

/** Times of day, five minutes apart. */
const SLOT_MS = 5 * MINUTE_MS;
const TIMES = Array.from({ length: DAY_MS / SLOT_MS }, (_, i) =>
  new Date(i * SLOT_MS).toISOString().slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length),
);

/** Writes the times of periods, which begin and end at multiples of five minutes; most are of the day before. */
export class PeriodTexts {
  #day = Number.NaN;
  #date = '';

  /** `YYYY-MM-DDTHH:MM:00Z`. */
  utc(instant: number): string {
    return `${this.#dateOf(instant)}T${timeOf(instant)}:00Z`;
  }

  /** `YYYY-MM-DD HH:MM` on the Madrid clock. */
  label(instant: number): string {
    const wall = instant + MADRID.offsetAt(instant);
    return `${this.#dateOf(wall)} ${timeOf(wall)}`;
  }

  #dateOf(instant: number): string {
    const day = Math.floor(instant / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#date = new Date(day * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
    }
    return this.#date;
  }
}

function timeOf(instant: number): string {
  return TIMES[(instant - Math.floor(instant / DAY_MS) * DAY_MS) / SLOT_MS] ?? '';
}
