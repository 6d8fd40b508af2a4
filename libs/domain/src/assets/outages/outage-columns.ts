/** The fields of an outage file, and their headers. */
const HEADERS = {
  plant: ['plant_id', 'production_resource_name'],
  start: ['start_time_utc', 'start'],
  end: ['end_time_utc', 'end'],
  availableMw: ['available_power_mw', 'avail_qty'],
  unavailableMw: ['unavailable_power_mw'],
  available: ['available_power'],
  unit: ['source_unit'],
  type: ['availability_type'],
  observations: ['observations'],
  zone: ['timezone_source'],
} as const;

type Field = keyof typeof HEADERS;

/** The ways to give power; a file has exactly one of them. */
const POWER_FIELDS = ['availableMw', 'unavailableMw', 'available'] as const;
type PowerField = (typeof POWER_FIELDS)[number];

const TEMPLATE_COLUMNS = [
  'plant_id',
  'start_time_utc',
  'end_time_utc',
  'available_power_mw',
  'availability_type',
  'observations',
  'timezone_source',
];

/** No real plant: an example row that is left in a file is a problem. */
const EXAMPLE_PLANT = 'Nombre de la planta';

/** Values of whole MW: spreadsheets take 12.5 for a date, or for thousands. */
const EXAMPLE_ROW = [
  EXAMPLE_PLANT,
  '2026-11-23 08:00',
  '2026-11-23 18:00',
  '12',
  'UNAVAILABILITY',
  'ejemplo: revisión',
  'Europe/Madrid',
];

/**
 * An outage file with an example row; with `;` and a byte order mark, spreadsheets of most of Europe
 * see columns.
 */
export const OUTAGE_TEMPLATE = `\uFEFF${TEMPLATE_COLUMNS.join(';')}\r\n${EXAMPLE_ROW.join(';')}\r\n`;

/** Every header that an outage file may have, synonyms included. */
export const OUTAGE_HEADERS: readonly string[] = Object.values(HEADERS).flat();

export interface Column {
  readonly index: number;
  /** Its header as it is in the file. */
  readonly name: string;
}

/** Positions of the fields of an outage file. */
export interface OutageColumns {
  readonly start: Column;
  readonly end: Column;
  readonly power: Column;
  readonly powerField: PowerField;
  /** Unit of the power if it is in `available_power`; otherwise it is MW. */
  readonly unit: Column | undefined;
  readonly plant: Column | undefined;
  readonly type: Column | undefined;
  readonly observations: Column | undefined;
  readonly zone: Column | undefined;
}

/**
 * Finds the columns by their headers, without regard to case; others are left alone. Returns them,
 * or every missing, repeated or ambiguous one as `line 1, column C: reason`.
 */
export function findColumns(
  header: readonly string[],
  { plantRequired }: { plantRequired: boolean },
): OutageColumns | string[] {
  const { found, problems } = matchHeaders(header);
  const { start, end, unit } = found;
  for (const field of ['start', 'end', ...(plantRequired ? (['plant'] as const) : [])] as const) {
    if (!found[field]) problems.push(headerProblem(HEADERS[field][0], 'missing'));
  }
  const powerField = POWER_FIELDS.find((field) => found[field]);
  problems.push(...powerProblems(found));
  if (!start || !end || !powerField || problems.length > 0) return problems;
  return {
    start,
    end,
    power: found[powerField] as Column,
    powerField,
    unit: powerField === 'available' ? unit : undefined,
    plant: found.plant,
    type: found.type,
    observations: found.observations,
    zone: found.zone,
  };
}

/** The name of a column as it is in the file, or its number where the file gives it none. */
export function columnName(header: readonly string[], index: number): string {
  return header[index]?.trim() || `#${index + 1}`;
}

type Found = Partial<Record<Field, Column>>;

function matchHeaders(header: readonly string[]): { found: Found; problems: string[] } {
  const fields = new Map<string, Field>();
  for (const field of Object.keys(HEADERS) as Field[]) {
    for (const name of HEADERS[field]) fields.set(name, field);
  }
  const found: Found = {};
  const problems: string[] = [];
  for (const index of header.keys()) {
    const name = columnName(header, index);
    const field = fields.get(name.toLowerCase());
    if (!field) continue;
    const first = found[field];
    if (!first) found[field] = { index, name };
    else problems.push(headerProblem(name, `says the same as column ${first.name}; keep one`));
  }
  return { found, problems };
}

/** A file names its power in exactly one way. */
function powerProblems(found: Found): string[] {
  const [first, ...others] = POWER_FIELDS.flatMap((field) => found[field] ?? []);
  if (!first) {
    const ways = 'unavailable_power_mw or available_power with source_unit will do too';
    return [headerProblem('available_power_mw', `missing (${ways})`)];
  }
  const problems = others.map(({ name }) =>
    headerProblem(name, `gives the power a second time, after column ${first.name}; keep one`),
  );
  if (found.available && !found.unit) {
    problems.push(headerProblem('source_unit', `missing, column ${found.available.name} needs it`));
  }
  return problems;
}

function headerProblem(column: string, reason: string): string {
  return `line 1, column ${column}: ${reason}`;
}
