import { parseNumber, parseSheet } from '../ui/sheet.ts';

/** The fields of plants that rows give, as texts of the API. */
export type PlantRow = Record<string, string>;

type Reason = 'missing' | 'badNumber' | 'outOfRange' | 'badTechnology' | 'repeated';

interface PlantCell {
  /** Of the rows with their header, the first being 1. */
  readonly line: number;
  readonly column: string;
  readonly value: string;
  readonly reason: Reason;
}

export interface PlantRows {
  readonly rows: readonly PlantRow[];
  readonly problems: readonly PlantCell[];
  /** Fields that a new plant needs and that no column holds. */
  readonly missing: readonly string[];
  /** Columns that hold no field of a plant. */
  readonly ignored: readonly string[];
}

/** The headers of each field besides its name, without accents. */
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  name: ['nombre', 'nome', 'planta', 'central', 'codigo'],
  lat: ['latitud', 'latitude'],
  lon: ['longitud', 'longitude'],
  installed_capacity_mw: ['potencia instalada (mw)', 'mw instalados', 'installed mw'],
  nominal_capacity_mw: ['potencia nominal (mw)', 'mw nominales', 'mw nominais', 'nominal mw'],
  area: ['zona', 'region', 'regiao'],
  technology_type: ['tecnologia', 'technology'],
  agrupation: ['agrupacion', 'agrupamento', 'group'],
  customer_display_name: ['etiqueta', 'nombre visible', 'label'],
  timezone: ['zona horaria', 'fuso horario', 'time zone'],
};
const REQUIRED = ['name', 'lat', 'lon', 'installed_capacity_mw', 'nominal_capacity_mw', 'area'];
const TECHNOLOGIES: Readonly<Record<string, string>> = {
  wind: 'wind',
  eolica: 'wind',
  eolico: 'wind',
  solar: 'solar',
  fotovoltaica: 'solar',
};
/** The lowest and the highest value of each number; MW are below 10^9. */
const RANGES: Readonly<Record<string, readonly [min: number, max: number]>> = {
  lat: [-90, 90],
  lon: [-180, 180],
  installed_capacity_mw: [0, 999_999_999.999],
  nominal_capacity_mw: [0, 999_999_999.999],
};

/** Plants of what was pasted from a spreadsheet, or of a CSV file: a header and a row for each. */
export function parsePlants(text: string): PlantRows {
  const [header = [], ...lines] = parseSheet(text);
  const fields = header.map(fieldOf);
  const problems: PlantCell[] = [];
  const seen = new Set<string>();
  const rows = lines.map((cells, index) => {
    const row: PlantRow = {};
    fields.forEach((field, column) => {
      const value = cells[column] ?? '';
      const reject = (reason: Reason) =>
        problems.push({ line: index + 2, column: header[column] ?? '', value, reason });
      // The zone of a new plant is Madrid's where the row says none.
      if (field === undefined || (field === 'timezone' && value === '')) return;
      const read = readCell(field, value);
      if ('reason' in read) reject(read.reason);
      else row[field] = read.text;
      if (field !== 'name' || value === '') return;
      if (seen.has(value)) reject('repeated');
      seen.add(value);
    });
    return row;
  });
  return {
    rows,
    problems,
    missing: [...REQUIRED, 'technology_type'].filter((field) => !fields.includes(field)),
    ignored: header.filter((_name, column) => fields[column] === undefined),
  };
}

/** What a header says, without accents and capitals. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim();
}

function fieldOf(header: string): string | undefined {
  const name = plain(header);
  return Object.keys(HEADERS).find((field) => field === name || HEADERS[field]?.includes(name));
}

function readCell(field: string, value: string): { text: string } | { reason: Reason } {
  if (value === '' && REQUIRED.includes(field)) return { reason: 'missing' };
  if (field === 'technology_type') {
    const technology = TECHNOLOGIES[plain(value)];
    return technology ? { text: technology } : { reason: 'badTechnology' };
  }
  const range = RANGES[field];
  if (!range) return { text: value };
  const number = parseNumber(value);
  if (number === undefined) return { reason: 'badNumber' };
  if (number < range[0] || number > range[1]) return { reason: 'outOfRange' };
  return { text: String(number) };
}
