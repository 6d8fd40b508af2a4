import { instantsShowing, MADRID } from '../time/zone.ts';
import { parseNumber, parseSheet } from '../ui/sheet.ts';

/** An item of a purchase, for the API. */
export interface Item {
  readonly datetime: string;
  /** MW. */
  readonly purchase: number;
}

type Reason = 'badTime' | 'skipped' | 'repeated' | 'badNumber';

export interface BadCell {
  /** Of the pasted text, the first being 1. */
  readonly line: number;
  readonly value: string;
  readonly reason: Reason;
}

export interface Pasted {
  readonly items: readonly Item[];
  readonly problems: readonly BadCell[];
}

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})[ T](\d{1,2}):(\d{2})(?::00(?:\.0+)?)?$/;
const IBERIAN = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})[ T](\d{1,2}):(\d{2})(?::00)?$/;

/** Items of what was pasted from a spreadsheet: two columns, with or without a header, in any order. */
export function parsePasted(text: string): Pasted {
  const rows = parseSheet(text);
  const { time, megawatts, first } = columnsOf(rows);
  const items: Item[] = [];
  const problems: BadCell[] = [];
  const seen = new Map<string, number>();
  rows.slice(first).forEach((row, index) => {
    const line = first + index + 1;
    const [timeCell = '', numberCell = ''] = [row[time], row[megawatts]];
    const datetime = labelOf(timeCell);
    const purchase = parseNumber(numberCell);
    const reason = timeProblem(datetime, seen);
    if (reason) problems.push({ line, value: timeCell, reason });
    if (purchase === undefined) problems.push({ line, value: numberCell, reason: 'badNumber' });
    if (datetime !== undefined && !reason && purchase !== undefined)
      items.push({ datetime, purchase });
  });
  return { items, problems };
}

/** Which columns hold the times and the MW; a header names them, else they are the first two. */
function columnsOf(rows: readonly (readonly string[])[]): {
  time: number;
  megawatts: number;
  first: number;
} {
  const header = (rows[0] ?? []).map((name) => name.toLowerCase());
  const hasHeader =
    labelOf(rows[0]?.[0] ?? '') === undefined && parseNumber(header[1] ?? '') === undefined;
  if (!hasHeader || rows.length === 0) return { time: 0, megawatts: 1, first: 0 };
  const find = (pattern: RegExp, other: number) => {
    const found = header.findIndex((name) => pattern.test(name));
    return found < 0 ? other : found;
  };
  return {
    time: find(/date|time|fecha|hora|data/, 0),
    megawatts: find(/purchase|mw|compra|energ/, 1),
    first: 1,
  };
}

/** `YYYY-MM-DD HH:MM` of a cell; 24:00 is 00:00 of the next day. */
export function labelOf(cell: string): string | undefined {
  const iso = ISO.exec(cell);
  const iberian = IBERIAN.exec(cell);
  const [year, month, day, hour, minute] = iso
    ? iso.slice(1).map(Number)
    : [3, 2, 1, 4, 5].map((group) => Number(iberian?.[group]));
  if ([year, month, day, hour, minute].some((part) => part === undefined || Number.isNaN(part)))
    return undefined;
  const clock = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute));
  const isDate = clock.getUTCMonth() === (month ?? 0) - 1 || (hour === 24 && minute === 0);
  if (!isDate || (hour ?? 0) > 24 || (minute ?? 0) > 59) return undefined;
  return clock.toISOString().slice(0, 16).replace('T', ' ');
}

function timeProblem(label: string | undefined, seen: Map<string, number>): Reason | undefined {
  if (label === undefined) return 'badTime';
  const occurrences = instantsShowing(Date.parse(`${label.replace(' ', 'T')}Z`), MADRID).length;
  const before = seen.get(label) ?? 0;
  seen.set(label, before + 1);
  if (occurrences === 0) return 'skipped';
  return before >= occurrences ? 'repeated' : undefined;
}
