import {
  cellText,
  type DecimalMark,
  FileCells,
  type FileProblem,
  fileProblem,
  headerWords,
  type ImportedPlant,
  isBlank,
  problemText,
  rejectRows,
  type SourceTable,
  type TableRow,
} from '@solano/domain';
import { checkAll, checkPartial, decimalNames, PLANT, publicNameOf } from '@solano/schemas';
import { readTable } from '@solano/spreadsheet';

const FIELDS = new Map(Object.values(PLANT).map((rule) => [rule.name, rule]));
export const PLANT_FIELDS: readonly string[] = [...FIELDS.keys()];

/** Headers besides the names of the fields, without accents and signs. Units are those of the fields. */
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  name: ['nombre', 'planta', 'nombre de la planta', 'codigo', 'codigo de la planta'],
  lat: ['latitud', 'latitude'],
  lon: ['longitud', 'longitude'],
  installed_capacity_mw: ['potencia instalada mw', 'potencia instalada en mw'],
  nominal_capacity_mw: ['potencia nominal mw', 'potencia nominal en mw'],
  area: ['region', 'zona'],
  technology_type: ['tecnologia', 'technology'],
  agrupation: ['agrupacion'],
  customer_display_name: ['nombre visible'],
  timezone: ['zona horaria', 'time zone'],
};
const TECHNOLOGIES: Readonly<Record<string, string>> = {
  eolica: 'wind',
  eolico: 'wind',
  fotovoltaica: 'solar',
};
const DEGREES = ['lat', 'lon'];
const NUMBERS = decimalNames(PLANT);
const TIMES = PLANT_FIELDS.filter((field) => FIELDS.get(field)?.isTime);
/** The length of `YYYY-MM-DDTHH:MM`. */
const MINUTES_END = 16;
const MAX_PROBLEMS = 100;

/** What the operator says of a file. */
export interface PlantFileOptions {
  /** The columns of fields that are not found by their names, in lower case. */
  readonly columns: ReadonlyMap<string, string>;
  readonly decimal?: DecimalMark | undefined;
}

/** A file of plants as it was understood. */
export interface PlantFile {
  readonly understood: {
    readonly format: 'csv' | 'xlsx';
    readonly delimiter: string | null;
    readonly encoding: string | null;
    readonly decimal: DecimalMark | null;
    /** The headers of the file by field. */
    readonly columns: Readonly<Record<string, string>>;
  };
  readonly plants: readonly ImportedPlant[];
  /** Rows of the file. */
  readonly total: number;
  readonly problems: readonly FileProblem[];
}

/** Reads a file of plants, CSV of any spreadsheet or .xlsx. Errors: `invalid_rows` where it is not a table. */
export function readPlantFile(content: Uint8Array, options: PlantFileOptions): PlantFile {
  const fieldsOf = (header: string) =>
    PLANT_FIELDS.filter((field) => isColumnOf(field, header, options.columns));
  const table = readTable(content, (row) => new Set(row.flatMap(fieldsOf)).size);
  return new PlantFileReader(table, fieldsOf, options).read();
}

/** Rejects a file with problems, naming each. Errors: `invalid_rows`. */
export function requireGood({ problems }: PlantFile): void {
  if (problems.length > 0) rejectRows(problems.map(problemText));
}

/** A line for each problem, with the value and one that would be right. */
export function problemLines(problems: readonly FileProblem[]): string[] {
  return problems.map((problem) => {
    const { value, example } = problem;
    const more = [
      ...(value === null ? [] : [`found ${JSON.stringify(value)}`]),
      ...(example === null ? [] : [`right would be ${example}`]),
    ];
    return more.length === 0
      ? problemText(problem)
      : `${problemText(problem)} (${more.join(', ')})`;
  });
}

function isColumnOf(field: string, header: string, columns: ReadonlyMap<string, string>): boolean {
  const name = header.trim().toLowerCase();
  const mapped = columns.get(field);
  if (mapped !== undefined) return name === mapped;
  return name === field || (HEADERS[field] ?? []).includes(headerWords(header));
}

class PlantFileReader {
  readonly #table: SourceTable;
  readonly #options: PlantFileOptions;
  /** Where each field is. */
  readonly #places = new Map<string, number>();
  readonly #cells: FileCells;
  readonly #problems: FileProblem[] = [];
  readonly #lines = new Map<string, number>();

  constructor(
    table: SourceTable,
    fieldsOf: (header: string) => readonly string[],
    options: PlantFileOptions,
  ) {
    this.#table = table;
    this.#options = options;
    for (const [index, cell] of table.header.cells.entries()) {
      for (const field of fieldsOf(cellText(cell))) {
        if (this.#places.has(field)) this.#rejectColumn(cellText(cell).trim(), 'is repeated');
        else this.#places.set(field, index);
      }
    }
    const numbers = Array.from(NUMBERS, (field) => this.#places.get(field));
    const times = TIMES.map((field) => this.#places.get(field));
    this.#cells = new FileCells(table.rows, { numbers, times }, options);
    // No place is 43104 degrees from anywhere: 43.104 has a decimal mark.
    for (const { line, cells } of table.rows) {
      for (const field of DEGREES) {
        const cell = cells[this.#places.get(field) ?? -1];
        if (typeof cell === 'string') this.#cells.numbers.learnSmall(cell, line);
      }
    }
  }

  read(): PlantFile {
    const { rows, header, format, delimiter, encoding } = this.#table;
    for (const field of this.#requiredFields()) {
      if (this.#places.has(field)) continue;
      this.#rejectColumn(this.#options.columns.get(field) ?? field, 'is missing');
    }
    if (rows.length === 0) this.#problems.push(fileProblem(header.line + 1, 'there are no rows'));
    const plants = this.#problems.length > 0 ? [] : rows.flatMap((row) => this.#plant(row) ?? []);
    const columns = Object.fromEntries(
      Array.from(this.#places, ([field, i]) => [field, cellText(header.cells[i] ?? '').trim()]),
    );
    const decimal = this.#cells.numbers.mark ?? null;
    return {
      understood: { format, delimiter, encoding, decimal, columns },
      plants,
      total: rows.length,
      problems: this.#problems.slice(0, MAX_PROBLEMS),
    };
  }

  /** Those that may not be empty, and those that the operator names a column for. */
  #requiredFields(): string[] {
    return Object.values(PLANT)
      .filter(({ name, schema, fallback }) => {
        const isRequired = fallback === undefined && !schema.safeParse('').success;
        return isRequired || this.#options.columns.has(name);
      })
      .map(({ name }) => name);
  }

  #rejectColumn(column: string, what: string): void {
    this.#problems.push(fileProblem(this.#table.header.line, `column ${column} ${what}`));
  }

  /** The plant of a row; undefined, with its problems kept, when it is not good. */
  #plant(row: TableRow): ImportedPlant | undefined {
    const { header, format } = this.#table;
    const [count, expected] = [row.cells.length, header.cells.length];
    const hasMore = row.cells.slice(expected).some((cell) => !isBlank(cell));
    if (hasMore || (format === 'csv' && count !== expected)) {
      const reason = `${count} fields where the header has ${expected}`;
      this.#problems.push(fileProblem(row.line, reason));
      return undefined;
    }
    const before = this.#problems.length;
    const values = Object.fromEntries(
      Array.from(this.#places.keys(), (field) => {
        const { fallback = '' } = FIELDS.get(field) ?? {};
        return [field, this.#text(row, field) || fallback];
      }),
    );
    // A new plant may do without a cluster: an empty one is as good as none.
    const checked = checkAll(PLANT, { agrupation: '', ...values });
    for (const [field, messages] of Object.entries(checked.problems.messages)) {
      for (const message of messages) this.#reject(row, publicNameOf(PLANT, field), message);
    }
    const { fields } = checked;
    if (!fields || this.#problems.length > before) return undefined;
    const first = this.#lines.get(fields.name);
    if (first !== undefined) this.#reject(row, 'name', `repeats line ${first}`);
    this.#lines.set(fields.name, first ?? row.line);
    return { fields, changes: checkPartial(PLANT, values).valid };
  }

  /** A cell as the field's schema has it. */
  #text(row: TableRow, field: string): string {
    const cell = row.cells[this.#places.get(field) ?? -1] ?? '';
    const text = cellText(cell);
    if (field === 'technology_type') return TECHNOLOGIES[headerWords(text)] ?? text;
    if (TIMES.includes(field)) {
      const time = this.#cells.time(cell);
      if ('text' in time) return time.text.slice(0, MINUTES_END).replace('T', ' ');
      if (time.reason.includes('could be')) this.#reject(row, field, time.reason);
      return text;
    }
    if (!NUMBERS.has(field)) return text;
    const number = this.#cells.number(cell, 'MW');
    if ('text' in number) return number.text;
    if (number.reason !== 'is not a number') this.#reject(row, field, number.reason);
    return text;
  }

  #reject(row: TableRow, field: string, reason: string): void {
    const index = this.#places.get(field) ?? -1;
    this.#problems.push({
      line: row.line,
      column: cellText(this.#table.header.cells[index] ?? field).trim(),
      value: cellText(row.cells[index] ?? ''),
      reason,
      example: NUMBERS.has(field) ? `12${this.#cells.numbers.mark ?? '.'}5` : null,
    });
  }
}
