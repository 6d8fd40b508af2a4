import {
  because,
  type Cell,
  cellText,
  dateAt,
  fileProblem,
  inferStep,
  type JsonText,
  LabelReader,
  labelOf,
  MADRID,
  MINUTE_MS,
  type SourceTable,
  type TableRow,
  type UnreadableFile,
  zoneOf,
} from '@solano/domain/kernel';
import {
  type FormOptions,
  PeriodTimes,
  TableReader,
  type Understood,
} from '@solano/domain/kernel/tables';
import { ExactTrades } from '../evaluation/cost.ts';
import { toFixed } from '../evaluation/fraction.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import type { DeliveryTimes } from '../purchases/purchase.ts';
import { deliveryTimes, readSeries } from '../purchases/series.ts';
import { DATED_SERIES_COLUMNS, SERIES_COLUMNS } from './series-columns.ts';

type Label = 'end' | 'start';

/** Options of the sender of a series. */
export interface SeriesFileOptions extends FormOptions {
  /** Which end of its period a time of the file is; default: `end`. */
  readonly labels?: Label | undefined;
  /** Zone of times without an offset; default: as their header says, else Europe/Madrid. */
  readonly zone?: 'Europe/Madrid' | 'UTC' | undefined;
}

/** A series as a JSON submission would have held it. */
export interface ReadSeries extends DeliveryTimes {
  readonly rows: number;
  readonly series: JsonText;
  /** The first rows of it. */
  readonly preview: readonly SubmittedItem[];
  readonly delivery: SeriesDelivery;
}

/** What a series delivers, by which a person sees whether it is what was meant. */
interface SeriesDelivery {
  /** Of each of its periods. */
  readonly stepMinutes: number;
  /** Without a period, between the beginning of the first and the end of the last. */
  readonly missingMinutes: number;
  /** Three decimals; a sale is below zero. */
  readonly mwh: string;
  /** Its Madrid days of delivery (`YYYY-MM-DD`), in order. */
  readonly days: readonly { readonly date: string; readonly periods: number }[];
}

/** A series, or the problems of its file; and how the file was understood. */
export type SeriesFileReading = (ReadSeries | UnreadableFile) & {
  /** Null where the file cannot be read as a table. */
  readonly understood: Understood | null;
  /** Data rows of the file. */
  readonly total: number;
};

interface SubmittedItem {
  readonly datetime: string;
  /** MW. */
  readonly purchase: number;
}

/** Rows that a dry run shows. */
const PREVIEW_ROWS = 20;
const MWH_DECIMALS = 3;

/** A good row: the instant (ms) that its time means, and its MW. */
interface SeriesRow {
  readonly line: number;
  readonly instant: number;
  readonly megawatts: number;
}

/**
 * Reads the series of a purchase from a file of any spreadsheet, in the order of its rows.
 * Ambiguous values are problems until the options decide. The rules are those of {@link
 * readSeries}.
 */
export function readSeriesFile(
  table: SourceTable | UnreadableFile,
  options: SeriesFileOptions,
  maxItems: number,
): SeriesFileReading {
  if ('problems' in table) return { ...table, understood: null, total: 0 };
  const reader = new SeriesReader(table, options);
  const { cells } = reader;
  const rows = cells.rows(maxItems, (row) => reader.read(row));
  const found = { understood: cells.understood(reader.zone), total: table.rows.length };
  if (cells.problems.length > 0) return { ...found, problems: cells.problems };
  return { ...found, ...itemsAsJson(rows, options.labels ?? 'end', maxItems) };
}

const CLOCK = /\d:\d\d/;
const MIDNIGHT = /[ T]00:00(:00)?$/;

/** A date of a workbook is a midnight. */
function hasTimeOfDay(cell: Cell): boolean {
  return CLOCK.test(typeof cell === 'string' ? cell : cellText(cell).replace(MIDNIGHT, ''));
}

/** Reads the rows of one file. */
class SeriesReader {
  readonly cells: TableReader<string>;
  readonly #times: PeriodTimes;
  readonly zone: string;
  /** The line of each instant so far. */
  readonly #lines = new Map<number, number>();

  constructor(table: SourceTable, options: SeriesFileOptions) {
    const cells = new TableReader(table, SERIES_COLUMNS, options);
    this.cells = table.rows.some((row) => hasTimeOfDay(cells.cell(row, 'datetime')))
      ? cells
      : new TableReader(table, DATED_SERIES_COLUMNS, options);
    const { found } = this.cells;
    this.cells.requireColumns(['datetime', 'purchase']);
    this.zone = this.#zoneOf(found.get('datetime')?.zone, options.zone);
    this.#times = new PeriodTimes(this.cells, table.rows, zoneOf(this.zone));
    if (this.#times.hasZero && options.labels === undefined) {
      this.cells.rejectColumn('hour', because('hour_zero'), 'labels=start');
    }
  }

  /** The zone that the request says, else the header, else Madrid's. */
  #zoneOf(said: string | undefined, requested: string | undefined): string {
    if (said && requested && said !== requested) {
      const reason = because('zone_contradicts', { zone: said, requested });
      this.cells.rejectColumn('datetime', reason);
    }
    return requested ?? (said || MADRID.name);
  }

  /** Undefined where a cell is bad, which is reported. */
  read(row: TableRow): SeriesRow | undefined {
    const instant = this.#instant(row);
    const megawatts = this.#megawatts(row);
    if (instant === undefined || megawatts === undefined) return undefined;
    return { line: row.line, instant, megawatts };
  }

  #instant(row: TableRow): number | undefined {
    const time = this.#times.label(row, '');
    if ('reason' in time) {
      return this.cells.reject(row, time.field, time.reason);
    }
    const { instant } = time;
    const first = this.#lines.get(instant);
    if (first !== undefined) {
      return this.cells.reject(row, 'datetime', because('repeated_time_of_line', { line: first }));
    }
    this.#lines.set(instant, row.line);
    return instant;
  }

  #megawatts(row: TableRow): number | undefined {
    const read = this.cells.number(row, 'purchase', 'MW');
    if ('reason' in read) return this.cells.reject(row, 'purchase', read);
    if (read.text === '') return this.cells.reject(row, 'purchase', because('missing'));
    const megawatts = Number(read.text);
    if (Number.isFinite(megawatts)) return megawatts;
    return this.cells.reject(row, 'purchase', because('not_megawatts'));
  }
}

/**
 * The array that a JSON submission would have held: ends of periods on the Madrid clock. If the
 * repeated hour of October is not in the order of time, all rows are put into it, because only the
 * order distinguishes its two occurrences.
 */
function itemsAsJson(
  rows: readonly SeriesRow[],
  labels: Label,
  maxItems: number,
): ReadSeries | UnreadableFile {
  const step = inferStep(rows.map(({ instant }) => instant)) * MINUTE_MS;
  const shift = labels === 'start' ? step : 0;
  const ends = rows.map((row) => ({ ...row, instant: row.instant + shift }));
  const sorted = ends.toSorted((a, b) => a.instant - b.instant);
  const ordered = misread(ends) ? sorted : ends;
  const bad = misread(ordered);
  if (bad) {
    const problem = fileProblem(bad.line, because('second_of_two'));
    return { problems: [{ ...problem, value: labelOf(bad.instant) }] };
  }
  const items = ordered.map(({ instant, megawatts }) => ({
    datetime: labelOf(instant),
    purchase: megawatts,
  }));
  const read = readSeries(items, maxItems);
  return {
    rows: read.length,
    ...deliveryTimes(read),
    series: JSON.stringify(items),
    preview: items.slice(0, PREVIEW_ROWS),
    delivery: deliveryOf(read),
  };
}

function deliveryOf(items: readonly SeriesItem[]): SeriesDelivery {
  const stepMinutes = items[0]?.period.minutes ?? 0;
  const { deliversFrom, deliversTo } = deliveryTimes(items);
  const minutes = (deliversTo.getTime() - deliversFrom.getTime()) / MINUTE_MS;
  const all = items.map((_, item) => ({ item, session: '', bought: 100, sold: 0 }));
  const exact = new ExactTrades(items, all);
  const energy = all.reduce((sum, each) => sum + exact.energy(each), 0n);
  const periods = new Map<string, number>();
  for (const { period } of items) {
    const date = dateAt(period.end - 1);
    periods.set(date, (periods.get(date) ?? 0) + 1);
  }
  const days = [...periods].map(([date, count]) => ({ date, periods: count }));
  return {
    stepMinutes,
    missingMinutes: minutes - items.length * stepMinutes,
    mwh: toFixed(exact.megawattHours(energy), MWH_DECIMALS),
    days: days.sort((a, b) => (a.date < b.date ? -1 : 1)),
  };
}

/** The first row that would be read as another instant from its label. */
function misread(rows: readonly SeriesRow[]): SeriesRow | undefined {
  const labels = new LabelReader(MADRID);
  return rows.find(({ instant }) => labels.read(labelOf(instant)) !== instant);
}
