import type { FileProblem } from '../values/file-problem.ts';
import { headerWords, splitZone, wordsBefore } from '../values/header-words.ts';
import { cellText, type TableRow } from '../values/table.ts';

/** Headers without their zone and unit. Not `start` and `end`: which of them a file has is said elsewhere. */
const HEADERS = {
  datetime: [
    'datetime',
    'date time',
    'date',
    'timestamp',
    'fecha',
    'fecha hora',
    'fecha y hora',
    'dia y hora',
  ],
  purchase: [
    'purchase',
    'purchase power',
    'power',
    'energy',
    'mw',
    'compra',
    'compras',
    'potencia',
    'potencia a comprar',
    'energia',
  ],
} as const;
type SeriesField = keyof typeof HEADERS;

const UNITS = ['mw', 'kw', 'gw', 'w', 'mwh', 'kwh', 'gwh', 'wh'];
/** Energy is in MWh where nothing else is said, which a purchase is not. */
const ENERGY = ['energy', 'energia'];

interface SeriesHeader {
  readonly field: SeriesField;
  readonly zone?: string;
  readonly isMegawatts: boolean;
}

function readHeader(header: string): SeriesHeader | undefined {
  const words = headerWords(header);
  const { name: time, ...zone } = splitZone(words);
  if (is('datetime', time)) return { field: 'datetime', isMegawatts: true, ...zone };
  for (const unit of UNITS) {
    const name = wordsBefore(words, unit);
    if (name !== undefined && is('purchase', name)) {
      return { field: 'purchase', isMegawatts: unit === 'mw' };
    }
  }
  if (!is('purchase', words)) return undefined;
  return { field: 'purchase', isMegawatts: !ENERGY.includes(words) };
}

function is(field: SeriesField, name: string): boolean {
  return (HEADERS[field] as readonly string[]).includes(name);
}

/** How many columns of a purchase's series a row names, as headers do. */
export function countSeriesColumns(row: readonly string[]): number {
  return new Set(row.flatMap((name) => readHeader(name)?.field ?? [])).size;
}

interface SeriesColumn {
  readonly index: number;
  /** As it is in the file. */
  readonly header: string;
}

export interface SeriesColumns {
  readonly datetime: SeriesColumn;
  readonly purchase: SeriesColumn;
  /** Of times without an offset. */
  readonly zone: string;
}

/**
 * Finds the columns of a series; every missing, repeated or contradictory one is a problem.
 *
 * @param zone that the request says.
 */
export function findSeriesColumns(
  { line, cells }: TableRow,
  zone: string | undefined,
): { columns?: SeriesColumns; problems: FileProblem[] } {
  const problems: FileProblem[] = [];
  const found: { -readonly [F in SeriesField]?: SeriesColumn } = {};
  let said: string | undefined;
  const reject = (column: string, reason: string, example: string | null = null) =>
    problems.push({ line, column, value: null, reason, example });
  for (const [index, cell] of cells.entries()) {
    const header = cellText(cell).trim();
    const meaning = readHeader(header);
    if (!meaning) continue;
    const { field, isMegawatts } = meaning;
    const first = found[field];
    if (first) reject(header, `says the same as column ${first.header}; keep one`);
    else found[field] = { index, header };
    if (!isMegawatts) reject(header, 'is not in MW', 'purchase (MW)');
    if (meaning.zone) said = meaning.zone;
  }
  const { datetime, purchase } = found;
  if (!datetime) reject('datetime', 'missing', 'datetime');
  if (!purchase) reject('purchase', 'missing', 'purchase');
  if (datetime && said && zone && said !== zone) {
    reject(datetime.header, `says ${said}, where the request says ${zone}`);
  }
  if (!datetime || !purchase) return { problems };
  return { columns: { datetime, purchase, zone: zone ?? said ?? 'Europe/Madrid' }, problems };
}
