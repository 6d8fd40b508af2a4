import {
  type Clock,
  type DeliveryDay,
  invalidRequest,
  isDate,
  MINUTE_MS,
  madridInstant,
  rejectRows,
  SolanoError,
} from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import type { Market } from '../markets/sessions.ts';
import { AUCTIONS_SINCE, MARKETS, rulesOf, tradedMinutes } from '../markets/sessions.ts';
import { type MilliEuro, milliProblem, parseMilli } from './milli-euro.ts';
import type { PriceStore, RealisedPrices } from './prices.ts';

const NAME = /^marginalp([di])bc_(\d{4})(\d{2})(\d{2})(0[1-6])?\.([1-9]\d{0,3})$/;
/** How many problems of one file are named: a wrong date makes one of every row. */
const NAMED_PROBLEMS = 5;

/** A published file: its name without folders, and its text (latin-1, decoded). */
export interface OmieFile {
  readonly name: string;
  readonly text: string;
}

export interface ImportedFile {
  readonly file: string;
  readonly market: Market;
  readonly date: string;
  readonly version: number;
  /** Rows of the file, also where it is superseded. */
  readonly rows: number;
  /** Whether a higher revision was stored, or imported with it: this one is not stored. */
  readonly superseded: boolean;
}

/**
 * Stores the realised prices of OMIE's files, all or nothing; for each market and day the highest
 * revision stays. Errors: `invalid_rows` as {@link omieProblems} names them, `store_unavailable`.
 */
export async function importOmie(
  { prices, clock }: { readonly prices: PriceStore; readonly clock: Clock },
  files: readonly OmieFile[],
  entry?: AuditEntry,
): Promise<ImportedFile[]> {
  const problems = omieProblems(files);
  if (problems.length > 0) rejectRows(problems);
  const read = files.map(readOmieFile);
  const highest = await highestVersions(prices, read);
  // Beside them the demo customer's synthetic days would look as if they were as real.
  await prices.removeSynthetic();
  const knownAt = clock();
  await prices.putRealised(
    read.map((day) => ({ ...day, knownAt })),
    entry,
  );
  return read.map((day, i) => {
    const { market, date, version, ends } = day;
    const superseded = version < (highest.get(auctionOf(day)) ?? version);
    return { file: files[i]?.name ?? '', market, date, version, rows: ends.length, superseded };
  });
}

/** The highest version of each auction among the files that were read and what is stored. */
async function highestVersions(
  prices: PriceStore,
  read: readonly RealisedPrices[],
): Promise<ReadonlyMap<string, number>> {
  const highest = new Map<string, number>();
  const note = (day: RealisedPrices) => {
    const auction = auctionOf(day);
    highest.set(auction, Math.max(day.version, highest.get(auction) ?? day.version));
  };
  read.forEach(note);
  for (const [market, days] of Map.groupBy(read, (day) => day.market)) {
    const dates = days.map(({ date }) => date).sort();
    const stored = prices.realised(market, dates[0] as string, dates.at(-1) as string);
    for await (const day of stored) note(day);
  }
  return highest;
}

function auctionOf({ market, date }: RealisedPrices): string {
  return `${market} ${date}`;
}

/**
 * Problems of OMIE's files, each with its file: the first five of a file, and how many more there
 * are.
 */
export function omieProblems(files: readonly OmieFile[]): string[] {
  return files.flatMap((file) => {
    try {
      readOmieFile(file);
      return [];
    } catch (error) {
      if (!(error instanceof SolanoError)) throw error;
      const reasons = error.problems.length > 0 ? error.problems : [error.message];
      const named = reasons.slice(0, NAMED_PROBLEMS);
      if (named.length < reasons.length) named.push(`and ${reasons.length - named.length} more`);
      return named.map((reason) => `${file.name}: ${reason}`);
    }
  });
}

/**
 * Reads `marginalpdbc_YYYYMMDD.v` (day-ahead, whole days or none) or `marginalpibc_YYYYMMDDSS.v`
 * (intraday session SS, possibly partial or empty). The last price column is Spain's.
 *
 * @throws SolanoError `invalid_request` for a name that is not OMIE's, `invalid_rows` for what is
 *   in the file.
 */
export function readOmieFile(file: OmieFile): RealisedPrices {
  const identity = readName(file.name);
  const lines = file.text.split(/\r?\n/);
  if (lines[0]?.trim() !== identity.header) {
    rejectRows([`line 1: the header is not ${identity.header}`]);
  }
  const rows = readRows(lines, identity);
  const midnight = madridInstant(identity.day, 0);
  const ordered = [...rows.keys()].sort((a, b) => a - b);
  return {
    market: identity.market,
    date: identity.date,
    source: 'omie',
    version: identity.version,
    stepMinutes: identity.stepMinutes,
    ends: ordered.map((period) => midnight + period * identity.stepMinutes * MINUTE_MS),
    prices: ordered.map((period) => rows.get(period) as MilliEuro),
  };
}

interface FileIdentity {
  readonly market: Market;
  readonly header: string;
  readonly day: DeliveryDay;
  readonly date: string;
  readonly version: number;
  readonly stepMinutes: number;
  /** Number of the first period that the session covers: 1, or that after noon. */
  readonly first: number;
  /** Periods in the day: 23 to 25 or 92 to 100. */
  readonly periods: number;
  readonly whole: boolean;
}

function readName(name: string): FileIdentity {
  const [, kind, year, month, dayOfMonth, session, version] = NAME.exec(name) ?? [];
  const date = `${year}-${month}-${dayOfMonth}`;
  if (kind === 'i' && session !== undefined && date < AUCTIONS_SINCE) {
    const era = `the six intraday sessions held before ${AUCTIONS_SINCE}`;
    throw invalidRequest(`the file is of ${era}, whose prices are not read`);
  }
  const known = isDate(date) ? marketOf(kind, session) : undefined;
  if (!known || (kind !== 'd' && kind !== 'i')) {
    const forms = 'marginalpdbc_YYYYMMDD.v or marginalpibc_YYYYMMDDSS.v, v from 1';
    throw invalidRequest(`the name is not ${forms}`);
  }
  const day = { year: Number(year), month: Number(month), day: Number(dayOfMonth) };
  const stepMinutes = tradedMinutes(known, date);
  const stepMs = stepMinutes * MINUTE_MS;
  const midnight = madridInstant(day, 0);
  const { coversFromHour } = rulesOf(known);
  return {
    market: known,
    header: `MARGINALP${kind.toUpperCase()}BC;`,
    day,
    date,
    version: Number(version),
    stepMinutes,
    first: (madridInstant(day, coversFromHour) - midnight) / stepMs + 1,
    periods: (madridInstant({ ...day, day: day.day + 1 }, 0) - midnight) / stepMs,
    whole: kind === 'd',
  };
}

function marketOf(kind: string | undefined, session: string | undefined): Market | undefined {
  if (kind === 'd') return session === undefined ? 'md_pdbc_spain' : undefined;
  return MARKETS.find((market) => market === `mid_pibc${session}_spain`);
}

/** The price of each period. One that broke off, without the closing `*`, is not whole. */
function readRows(lines: readonly string[], identity: FileIdentity): Map<number, MilliEuro> {
  const problems: string[] = [];
  const prices = new Map<number, MilliEuro>();
  for (const [i, text] of lines.entries()) {
    const line = text.trim();
    if (line === '*') break;
    if (i === 0 || line === '') continue;
    const row = readRow(line, identity);
    if (typeof row === 'string') problems.push(`line ${i + 1}: ${row}`);
    else if (prices.has(row.period))
      problems.push(`line ${i + 1}: period ${row.period} is repeated`);
    else prices.set(row.period, row.price);
  }
  const end = lines.findIndex((line) => line.trim() === '*');
  if (problems.length === 0 && end !== lines.findLastIndex((line) => line.trim() !== '')) {
    problems.push('the file does not end with a line *');
  }
  const isPart = prices.size !== identity.periods && prices.size > 0;
  if (identity.whole && problems.length === 0 && isPart) {
    problems.push(`${prices.size} periods where the day has ${identity.periods}`);
  }
  if (problems.length > 0) rejectRows(problems);
  return prices;
}

/** A row `year;month;day;period;portugal;spain;`, or its problem. */
function readRow(
  line: string,
  { date, first, periods }: FileIdentity,
): { period: number; price: MilliEuro } | string {
  // The end of a cut-off copy may look like a price.
  if (!line.endsWith(';')) return 'the row does not end with a semicolon';
  const fields = line.slice(0, -1).split(';');
  if (fields.length !== 6) return `${fields.length} fields where there should be 6`;
  const [year, month, day, number, , spain] = fields as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const found = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (found !== date) return `the date ${found} is not the file's ${date}`;
  const period = Number(number);
  if (!Number.isInteger(period) || period < first || period > periods) {
    return `period ${number} is not between ${first} and ${periods}`;
  }
  const price = parseMilli(spain);
  return price === undefined ? `the price "${spain}" ${milliProblem(spain)}` : { period, price };
}
