import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS } from '../time/durations.ts';
import { hasOffset } from '../time/instant.ts';
import { LabelReader, type Labels, parseWallTime } from '../time/label.ts';
import type { Zone } from '../time/zone.ts';
import { readLabelTime } from './label-time.ts';
import type { PERIOD_COLUMNS } from './period-columns.ts';
import { because, type Reason } from './reasons.ts';
import { cellText, isBlank, type TableRow } from './table.ts';
import type { TableReader } from './table-reader.ts';

export type TimeField = keyof typeof PERIOD_COLUMNS;

/** The columns that can say when a row is. */
type EndField = Extract<TimeField, 'start_time_utc' | 'end_time_utc' | 'datetime'>;

/** An end of a row's period, or both (ms). */
export type RowTime =
  | { readonly start: number; readonly end: number }
  | { readonly instant: number };

/** What is wrong with a field of a row. */
export interface TimeProblem {
  readonly field: TimeField;
  readonly reason: Reason;
}

const SUMMER = /^(1|v|s|verano|summer|verão)$/i;
const WINTER = /^(0|i|w|invierno|inverno|winter)$/i;
/** A header of hours; numbers of another column above {@link MAX_HOURS} count quarters. */
const HOURS = /^hor|^hour/i;
const MAX_HOURS = 25;
const MAX_QUARTERS = 4 * MAX_HOURS;
const CLOCK = /^(\d{1,2}):(\d{2})/;
const AFTER_24 = /^(24:(?!00)|25:)/;
const NUMBERED = /^\d{1,3}$/;
/** `YYYY-MM-DDTHH:MM`. */
const MINUTES_END = 16;

/** Reads the times of a file of periods. */
export class PeriodTimes {
  readonly #cells: TableReader<string>;
  readonly #zone: Zone | undefined;
  readonly #isBackwards: boolean;
  /** Length of the periods that an hour column counts (ms), undefined where it has times of day. */
  readonly #numbered: number | undefined;
  readonly #hasZero: boolean;
  /** Dates whose times of day count the hours that have passed, to 25:00. */
  readonly #longDays = new Set<string>();
  readonly #open: (series: string) => Labels;
  readonly #labels = new Map<string, Labels>();

  /**
   * @param zone of times without an offset; undefined where nothing says it.
   * @param open makes what reads the labels of a series; each label once, in order, by default.
   */
  constructor(
    cells: TableReader<string>,
    rows: readonly TableRow[],
    zone: Zone | undefined,
    open: (series: string) => Labels = () => new LabelReader(zone),
  ) {
    this.#cells = cells;
    this.#zone = zone;
    this.#open = open;
    const numbers = cells.found.has('hour') ? rows.map((row) => this.#number(row)) : [];
    const largest = numbers.reduce((max: number, each = -1) => Math.max(max, each), -1);
    const isHours = HOURS.test(cells.found.get('hour')?.header ?? '');
    if (largest >= 0) this.#numbered = largest > MAX_HOURS && !isHours ? QUARTER_MS : HOUR_MS;
    this.#hasZero = numbers.includes(0);
    this.#isBackwards = this.#runsBackwards(rows);
    for (const row of cells.found.has('hour') ? rows : []) {
      if (AFTER_24.test(cells.text(row, 'hour'))) this.#longDays.add(this.#date(row));
    }
  }

  /** Whether hours are counted from 0, so that they name starts or ends. */
  get hasZero(): boolean {
    return this.#hasZero;
  }

  /** Length in minutes of the periods that a column of hours counts, undefined where it has times of day. */
  get countedMinutes(): number | undefined {
    return this.#numbered && this.#numbered / MINUTE_MS;
  }

  /** The column that says when a row is. */
  get field(): EndField {
    return timeField(this.#cells.found);
  }

  /** The time of a row of a series. */
  read(row: TableRow, series: string): RowTime | TimeProblem {
    const { found } = this.#cells;
    if (found.has('start_time_utc') && found.has('end_time_utc')) {
      const start = this.#instant(row, 'start_time_utc', `${series}\n`);
      if ('reason' in start) return start;
      const end = this.#instant(row, 'end_time_utc', series);
      return 'reason' in end ? end : { start: start.instant, end: end.instant };
    }
    return this.label(row, series);
  }

  /** The instant that the one column of times of a row of a series says, with its column of hours. */
  label(row: TableRow, series: string): { readonly instant: number } | TimeProblem {
    const field = this.field;
    return this.#cells.found.has('hour') && field === 'datetime'
      ? this.#dayAndHour(row, series)
      : this.#instant(row, field, series);
  }

  #dayAndHour(row: TableRow, series: string): { readonly instant: number } | TimeProblem {
    const cell = this.#date(row);
    const hour = this.#cells.text(row, 'hour');
    const [, hours, minutes] = this.#longDays.has(cell) ? (CLOCK.exec(hour) ?? []) : [];
    if (hours !== undefined) {
      return this.#elapsed(cell, Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS);
    }
    if (this.#numbered === undefined) {
      const read = this.#cells.timeOf(hour === '' ? cell : `${cell} ${hour}`);
      if ('reason' in read) return { field: hour === '' ? 'hour' : 'datetime', reason: read };
      return this.#instantOf(row, 'datetime', read.text, series);
    }
    const number = this.#number(row);
    if (number !== undefined && number <= MAX_QUARTERS) {
      return this.#elapsed(cell, number * this.#numbered);
    }
    const read = this.#cells.timeOf(`${cell} 00:00`);
    return 'reason' in read
      ? { field: 'datetime', reason: read }
      : { field: 'hour', reason: because('not_an_hour') };
  }

  /** The instant at which so much (ms) of a day is over. */
  #elapsed(date: string, elapsed: number): { readonly instant: number } | TimeProblem {
    const read = this.#cells.timeOf(`${date} 00:00`);
    if ('reason' in read) return { field: 'datetime', reason: read };
    const wall = parseWallTime(read.text.slice(0, MINUTES_END).replace('T', ' '));
    if (wall === undefined) return { field: 'datetime', reason: because('not_a_time') };
    if (!this.#zone) return { field: 'datetime', reason: because('no_zone_said') };
    const [midnight = wall - this.#zone.offsetAt(wall)] = this.#zone.instantsOf(wall);
    const [next = Number.NaN] = this.#zone.instantsOf(wall + DAY_MS);
    const instant = midnight + elapsed;
    if (instant <= next) return { instant };
    return { field: 'hour', reason: because('never_shown', { zone: this.#zone.name }) };
  }

  /** The date of a row whose hour is in a column of its own. */
  #date(row: TableRow): string {
    return cellText(this.#cells.cell(row, 'datetime'))
      .trim()
      .replace(/[ T]00:00(:00)?$/, '');
  }

  /** The number of an hour column, undefined for anything else. */
  #number(row: TableRow): number | undefined {
    const text = this.#cells.text(row, 'hour');
    return NUMBERED.test(text) ? Number(text) : undefined;
  }

  #instant(row: TableRow, field: TimeField, series: string) {
    const cell = this.#cells.cell(row, field);
    if (isBlank(cell)) return { field, reason: because('missing') };
    const read = this.#cells.timeOf(cell);
    return 'reason' in read
      ? { field, reason: read }
      : this.#instantOf(row, field, read.text, series);
  }

  #instantOf(
    row: TableRow,
    field: TimeField,
    iso: string,
    series: string,
  ): { readonly instant: number } | TimeProblem {
    if (!this.#zone && !hasOffset(iso)) return { field, reason: because('no_zone_said') };
    const flagged = this.#flagged(row, iso);
    if (flagged) return flagged;
    const zone = this.#zone?.name ?? 'UTC';
    const read = readLabelTime(iso, this.#labelsOf(series), {
      zone,
      isBackwards: this.#isBackwards,
    });
    return 'reason' in read ? { field, reason: read } : read;
  }

  /**
   * The instant of a label with a flag of the season, around a change of the clock: the end of the repeated
   * hour's first pass is 02:00 of winter or 03:00 of summer, as its meter has it.
   */
  #flagged(row: TableRow, iso: string): { readonly instant: number } | TimeProblem | undefined {
    if (!this.#zone || !this.#cells.found.has('season') || hasOffset(iso)) return undefined;
    const flag = this.#cells.text(row, 'season');
    const isSummer = SUMMER.test(flag);
    if (!isSummer && !WINTER.test(flag)) {
      return { field: 'season', reason: because('not_a_season') };
    }
    const wall = parseWallTime(iso.slice(0, MINUTES_END).replace('T', ' '));
    if (wall === undefined) return undefined;
    const offsets = [wall - DAY_MS, wall + DAY_MS].map((at) => this.#zone?.offsetAt(at) ?? 0);
    const offset = isSummer ? Math.max(...offsets) : Math.min(...offsets);
    // Elsewhere than at a change of the clock the flag says nothing that the label does not.
    return offsets[0] === offsets[1] ? undefined : { instant: wall - offset };
  }

  #labelsOf(series: string): Labels {
    const known = this.#labels.get(series);
    if (known) return known;
    const labels = this.#open(series);
    this.#labels.set(series, labels);
    return labels;
  }

  /** Whether the file's last time is before its first: then the repeated hour has its second one first. */
  #runsBackwards(rows: readonly TableRow[]): boolean {
    if (this.#numbered !== undefined) return false;
    const [first = '', last = ''] = [rows[0], rows.at(-1)].map((row) => {
      const read = row ? this.#cells.timeOf(this.#cells.cell(row, this.field)) : { text: '' };
      return 'text' in read ? read.text : '';
    });
    return last !== '' && last < first;
  }
}

/** The column that says when a row is. */
export function timeField(found: { has(field: string): boolean }): EndField {
  if (found.has('end_time_utc')) return 'end_time_utc';
  return found.has('start_time_utc') ? 'start_time_utc' : 'datetime';
}
