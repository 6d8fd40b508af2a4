import {
  because,
  fileProblem,
  type Labels,
  MAX_FILE_PROBLEMS,
  microMegawatts,
  parseDecimal,
  type Reason,
  type SourceTable,
  type TableRow,
  type UnreadableFile,
  type Zone,
} from '@solano/domain/kernel';
import {
  PeriodTimes,
  POWER_UNITS,
  type PowerUnit,
  readUnit,
  readZone,
  TableReader,
} from '@solano/domain/kernel/tables';
import type { MilliEuro } from '@solano/domain/market';
import {
  daysOf,
  MAX_PRICE,
  MAX_TRADE_MW,
  type SessionTrade,
  TRADE_SESSIONS,
  type TradeSession,
} from './trade.ts';
import { TRADE_COLUMNS } from './trade-columns.ts';
import { TradeLabels } from './trade-labels.ts';
import { type PeriodEnds, SessionPeriods } from './trade-periods.ts';
import type { TradeFileOptions, TradeReading } from './trade-reading.ts';
import { readSession, readSide } from './trade-session.ts';

/** Trades of a file. */
export const MAX_TRADES = 1_000_000;
const PREVIEW_TRADES = 20;
const MAX_MICRO_MW = MAX_TRADE_MW * 1_000_000;

/**
 * Reads executed trades from a file of any spreadsheet, a row for each. What could be read in two ways is
 * a problem until the options say which. A row without power and price is none.
 */
export function readTrades(
  table: SourceTable | UnreadableFile,
  options: TradeFileOptions,
): TradeReading {
  if ('problems' in table) {
    const { problems } = table;
    return { understood: null, days: [], preview: [], total: 0, problems };
  }
  return { total: table.rows.length, ...new TradeReader(table, options).read() };
}

/** A good row before the lengths of the periods are known. */
interface RawTrade {
  readonly row: TableRow;
  readonly session: TradeSession;
  readonly ends: PeriodEnds;
  /** Decimal with a point. */
  readonly power: string;
  /** -1 turns the power of a sale around. */
  readonly sign: 1 | -1;
  readonly price: MilliEuro;
}

class TradeReader {
  readonly #table: SourceTable;
  readonly #options: TradeFileOptions;
  readonly #cells: TableReader<string>;
  readonly #zone: Zone | undefined;
  readonly #unit: PowerUnit;
  readonly #labels = new Map<string, TradeLabels>();
  readonly #sessions = new Map<string, TradeSession | undefined>();
  #periods = new SessionPeriods();

  constructor(table: SourceTable, options: TradeFileOptions) {
    this.#table = table;
    this.#options = options;
    const cells = new TableReader<string>(table, TRADE_COLUMNS, options);
    this.#cells = cells;
    const { found } = cells;
    const hasEnd = found.has('start_time_utc') || found.has('end_time_utc');
    cells.requireColumns(['session', ...(hasEnd ? [] : ['datetime']), 'mw', 'price']);
    this.#unit = (found.has('mw') && readUnit(cells, 'mw', options, 'MW')) || 'MW';
    this.#zone = readZone(cells, options);
  }

  read(): Omit<TradeReading, 'total'> {
    const cells = this.#cells;
    const { raw, times } = this.#readRows();
    const understood = cells.understood(this.#zone?.name ?? null);
    const trades = cells.problems.length > 0 ? [] : this.#trades(raw, times);
    if (trades.length === 0 && cells.problems.length === 0) {
      cells.problems.push(fileProblem(this.#table.header.line + 1, because('no_rows')));
    }
    const problems = cells.problems.toSorted((a, b) => a.line - b.line).slice(0, MAX_FILE_PROBLEMS);
    if (problems.length > 0) return { understood, days: [], preview: [], problems };
    return { understood, days: daysOf(trades), preview: trades.slice(0, PREVIEW_TRADES), problems };
  }

  /** Reads the rows, and again where only all of them show which pass of the repeated hour a label is of. */
  #readRows(): { readonly raw: readonly RawTrade[]; readonly times: PeriodTimes } {
    const cells = this.#cells;
    const counting = this.#openTimes(({ counted }) => counted);
    if (counting.hasZero && this.#options.labels === undefined) {
      cells.rejectColumn('hour', because('hour_zero'), 'labels=start');
    }
    const raw = cells.rows(MAX_TRADES, (row) => this.#row(row, counting));
    const hasRepeated = [...this.#labels.values()].some((each) => each.hasRepeated);
    if (!hasRepeated || cells.problems.length >= MAX_FILE_PROBLEMS) return { raw, times: counting };
    cells.problems.length = 0;
    this.#periods = new SessionPeriods();
    const times = this.#openTimes((labels) => labels.reader());
    return { raw: cells.rows(MAX_TRADES, (row) => this.#row(row, times)), times };
  }

  #openTimes(open: (labels: TradeLabels) => Labels): PeriodTimes {
    return new PeriodTimes(this.#cells, this.#table.rows, this.#zone, (series) => {
      const known = this.#labels.get(series) ?? new TradeLabels(this.#zone);
      this.#labels.set(series, known);
      return open(known);
    });
  }

  /** The session that a row names. */
  #session(row: TableRow): TradeSession | undefined {
    const text = this.#cells.text(row, 'session');
    if (!this.#sessions.has(text)) this.#sessions.set(text, readSession(text));
    return this.#sessions.get(text);
  }

  /** Undefined for a row that is no trade, and where a cell is bad, which is reported. */
  #row(row: TableRow, times: PeriodTimes): RawTrade | undefined {
    const cells = this.#cells;
    const session = this.#session(row);
    const time = times.read(row, session ?? '');
    const isEmpty = cells.text(row, 'mw') === '' && cells.text(row, 'price') === '';
    if (session && !('reason' in time)) this.#periods.see(session, time);
    if (isEmpty) return undefined;
    if (!session) return this.#rejectSession(row);
    if ('reason' in time) return this.#reject(row, time.field, time.reason);
    const power = this.#number(row, 'mw');
    if (power === undefined) return undefined;
    const sign = this.#sign(row, power);
    const price = sign && this.#price(row, power);
    return sign === undefined || price === undefined
      ? undefined
      : { row, session, ends: time, power, sign, price };
  }

  #rejectSession(row: TableRow): undefined {
    const isMissing = this.#cells.text(row, 'session') === '';
    return this.#cells.reject(row, 'session', because(isMissing ? 'missing' : 'unknown_session'));
  }

  #reject(row: TableRow, field: string, reason: Reason): undefined {
    const example = reason.code === 'no_zone_said' ? 'zone=Europe/Madrid' : undefined;
    return this.#cells.reject(row, field, reason, example);
  }

  #number(row: TableRow, field: 'mw' | 'price'): string | undefined {
    const read = this.#cells.number(row, field, field === 'mw' ? this.#unit : 'EUR/MWh');
    if ('reason' in read) return this.#cells.reject(row, field, read);
    if (read.text !== '') return read.text;
    return this.#cells.reject(row, field, because('missing'));
  }

  /** What turns the power of a row into that of its side; what is sold may have a sign or none. */
  #sign(row: TableRow, power: string): 1 | -1 | undefined {
    const text = this.#cells.text(row, 'side');
    if (text === '') return 1;
    const side = readSide(text);
    if (!side) return this.#cells.reject(row, 'side', because('not_a_side'));
    const isNegative = power.startsWith('-') && Number(power) !== 0;
    if (side === 'sold') return isNegative ? 1 : -1;
    return isNegative ? this.#cells.reject(row, 'mw', because('bought_negative')) : 1;
  }

  /** Of no power the price does not matter. */
  #price(row: TableRow, power: string): MilliEuro | undefined {
    const isOfNothing = Number(power) === 0 && this.#cells.text(row, 'price') === '';
    const text = isOfNothing ? '0' : this.#number(row, 'price');
    if (text === undefined) return undefined;
    const price = milliEuro(text);
    return typeof price === 'number' ? price : this.#cells.reject(row, 'price', price);
  }

  #trades(raw: readonly RawTrade[], times: PeriodTimes): SessionTrade[] {
    const { labels = 'end' } = this.#options;
    const { field } = times;
    const isEnd = field === 'end_time_utc' || (field === 'datetime' && labels === 'end');
    this.#periods.settle(times.countedMinutes, isEnd);
    const { tens, isEnergy } = POWER_UNITS[this.#unit];
    const trades: SessionTrade[] = [];
    for (const { row, session, ends, power, sign, price } of raw) {
      if (this.#cells.problems.length >= MAX_FILE_PROBLEMS) break;
      const period = this.#periods.of(session, ends);
      if ('reason' in period) {
        this.#cells.reject(row, field, period);
        continue;
      }
      const { start, minutes } = period;
      const micro = microMegawatts(power, tens, isEnergy ? 60 / minutes : 1);
      if (Math.abs(micro) < MAX_MICRO_MW) {
        trades.push({ session, start, minutes, microMw: sign * micro + 0, price });
        continue;
      }
      // In the unit of the file, which may be kWh of a quarter of an hour.
      const max = MAX_TRADE_MW * (isEnergy ? minutes / 60 : 1) * 10 ** -tens;
      const reason = micro > 0 ? because('above', { max }) : because('below', { min: -max });
      this.#cells.reject(row, 'mw', reason);
    }
    return trades.sort((a, b) => a.start - b.start || orderOf(a) - orderOf(b));
  }
}

function orderOf({ session }: SessionTrade): number {
  return TRADE_SESSIONS.indexOf(session);
}

/** A price of three decimals at most, or what is wrong with it. */
export function milliEuro(decimal: string): MilliEuro | Reason {
  const read = parseDecimal(decimal, 3);
  if (typeof read !== 'string') {
    return read.problem === 'no_number'
      ? because('not_a_number')
      : because('too_many_decimals', { max: 3 });
  }
  const price = Number(read.replace('.', ''));
  if (Math.abs(price) < MAX_PRICE * 1000) return price + 0;
  return price > 0 ? because('above', { max: MAX_PRICE }) : because('below', { min: -MAX_PRICE });
}
