import type { FileProblem } from './file-problem.ts';
import { headerWords, readHeader, type Unit } from './header-words.ts';
import { because, type Reason } from './reasons.ts';
import { cellText, type TableRow } from './table.ts';

/** Headers without unit and zone, separated by commas; case, accents and signs do not count. */
export interface ColumnNames {
  readonly en: string;
  readonly es: string;
  readonly pt: string;
}

/** Common names of the time of a row. */
export const TIME_NAMES: readonly ColumnNames[] = [
  {
    en: 'datetime, date time, date, timestamp',
    es: 'fecha, fecha hora, fecha y hora, dia y hora',
    pt: 'data, data hora, data e hora',
  },
];

/** A column of a kind of table that people send. */
export interface ColumnRule {
  /** In order of preference: those of the second entry count in files that have none of the first. */
  readonly names: readonly ColumnNames[];
  /**
   * For numbers and times the file shows which of several forms they have. `degrees` are numbers
   * below 1000, whose marks are therefore decimal ones. A `decimal` has a point in every file, and
   * a `label` is `YYYY-MM-DD HH:MM`, or ISO 8601 with an offset.
   */
  readonly type: 'text' | 'number' | 'degrees' | 'decimal' | 'time' | 'label';
  /** The units that a header may say, the usual one first; without them it may say any. */
  readonly units?: readonly Unit[];
  /** Meaning of a name without a unit or zone. */
  readonly says?: Readonly<Record<string, { readonly unit?: Unit; readonly zone?: string }>>;
  /** A value that would be right; of a time the part after the date. */
  readonly example?: string;
}

/** A kind of table: its columns by the API's names of their fields. */
export type ColumnTable<F extends string> = Readonly<Record<F, ColumnRule>>;

/** A column that a file has. */
interface FoundColumn {
  readonly index: number;
  /** The header as it is in the file. */
  readonly header: string;
  readonly unit: Unit | undefined;
  /** Empty for a local time of some zone. */
  readonly zone: string | undefined;
}

export type FoundColumns<F extends string> = ReadonlyMap<F, FoundColumn>;

/** The fields of a table by the words of their headers, with their order of preference. */
type NameIndex = ReadonlyMap<string, readonly (readonly [field: string, rank: number])[]>;

const INDEXES = new WeakMap<object, NameIndex>();

function indexOf(columns: ColumnTable<string>): NameIndex {
  const known = INDEXES.get(columns);
  if (known) return known;
  const index = new Map<string, (readonly [string, number])[]>();
  for (const [field, { names }] of Object.entries(columns)) {
    for (const [rank, tier] of names.entries()) {
      const texts = Object.values<string>({ ...tier }).flatMap((text) => text.split(','));
      // A header without words, as of a column of line numbers, names nothing.
      for (const name of new Set(texts.map(headerWords).filter(Boolean))) {
        index.set(name, [...(index.get(name) ?? []), [field, rank]]);
      }
    }
  }
  INDEXES.set(columns, index);
  return index;
}

/** A header of a file that one of the columns may have. */
interface Candidate extends FoundColumn {
  readonly fields: readonly (readonly [field: string, rank: number])[];
}

/**
 * Finds the columns by their headers, and those that are none of them. A header that says what
 * another has said is a problem.
 */
export function findColumns<F extends string>(
  columns: ColumnTable<F>,
  { line, cells }: TableRow,
): { found: FoundColumns<F>; unknown: readonly string[]; problems: FileProblem[] } {
  const headers = cells.map((cell) => cellText(cell).trim());
  const read = headers.map((header, index) => candidateOf(columns, header, index));
  const candidates = read.filter((each) => each !== undefined);
  const unknown = headers.filter((header, index) => header !== '' && !read[index]);
  const found = new Map<F, FoundColumn>();
  const problems: FileProblem[] = [];
  const free = new Set(candidates);
  for (const field of Object.keys(columns) as F[]) {
    for (const rank of columns[field].names.keys()) {
      const [first, ...others] = [...free].filter(({ fields }) =>
        fields.some(([each, tier]) => each === field && tier === rank),
      );
      if (!first) continue;
      found.set(field, first);
      free.delete(first);
      for (const other of others) {
        free.delete(other);
        const repeated = because('column_repeated', { column: first.header });
        problems.push(columnProblem(line, other.header, repeated));
      }
      break;
    }
  }
  return { found, unknown, problems };
}

function candidateOf(
  columns: ColumnTable<string>,
  header: string,
  index: number,
): Candidate | undefined {
  const names = indexOf(columns);
  const { words, name, unit, zone } = readHeader(header);
  const whole = names.get(words);
  const fields = whole ?? names.get(name);
  const [first] = fields ?? [];
  if (!fields || !first) return undefined;
  const said = columns[first[0]]?.says?.[whole ? words : name] ?? {};
  return {
    index,
    header,
    unit: whole ? said.unit : (unit ?? said.unit),
    zone: whole ? said.zone : (zone ?? said.zone),
    fields,
  };
}

/** Returns what counts the columns that a row names, as headers do. */
export function countingColumns<F extends string>(columns: ColumnTable<F>) {
  return (row: readonly string[]): number =>
    findColumns(columns, { line: 1, cells: row }).found.size;
}

/** A problem of a column as a whole. */
export function columnProblem(
  line: number,
  column: string,
  reason: Reason,
  example: string | null = null,
): FileProblem {
  return { line, column, value: null, example, ...reason };
}
