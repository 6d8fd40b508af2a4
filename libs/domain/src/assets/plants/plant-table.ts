import {
  because,
  cellText,
  compareToWhole,
  type FileProblem,
  isZoneName,
  parseDecimal,
  parseWallTime,
  type SourceTable,
  type TableRow,
  type UnreadableFile,
} from '@solano/domain/kernel';
import {
  type FormOptions,
  TableReader,
  type Understood,
  type Unit,
} from '@solano/domain/kernel/tables';
import type { PlantFields, Technology } from './plant.ts';
import { MAX_PLANT_TEXT, PLANT_DEFAULTS, PLANT_LIMITS, TECHNOLOGIES } from './plant.ts';
import {
  COUNTRY_ZONES,
  countryOf,
  PLANT_COLUMNS,
  type PlantColumn,
  technologyOf,
} from './plant-columns.ts';

/** One transaction holds them all. */
export const MAX_PLANT_ROWS = 5_000;

/** A plant as a list has it. */
export interface ImportedPlant {
  readonly name: string;
  /** Everything, with what is usual where the list says nothing; undefined if it says too little. */
  readonly fields?: PlantFields;
  /** The columns that the list has, for an existing plant. */
  readonly changes: Partial<PlantFields>;
}

/** A list of plants as it was understood. */
export interface PlantTable {
  /** Null where the file cannot be read as a table. */
  readonly understood: Understood | null;
  /** None where there are problems. */
  readonly plants: readonly ImportedPlant[];
  /** Rows of the file. */
  readonly total: number;
  readonly problems: readonly FileProblem[];
}

/** The powers of ten from a unit to MW. */
const TO_MEGAWATTS: Readonly<Partial<Record<Unit, number>>> = { MW: 0, kW: -3, GW: 3 };
/** The length of `YYYY-MM-DDTHH:MM`. */
const MINUTES_END = 16;

/**
 * Reads a list of plants. A field that the list says nothing of is left alone where the plant is
 * there; a new plant has the other capacity, the community or else the country as its area, and the
 * zone of its country.
 *
 * @param known names of plants that are there.
 */
export function readPlantTable(
  table: SourceTable | UnreadableFile,
  known: ReadonlySet<string>,
  options: FormOptions,
): PlantTable {
  if ('problems' in table) return { understood: null, plants: [], total: 0, ...table };
  const reader = new PlantReader(table, options);
  const plants = reader.read(table.rows, known);
  const { problems } = reader.cells;
  return {
    understood: reader.cells.understood(),
    plants: problems.length > 0 ? [] : plants,
    total: table.rows.length,
    problems,
  };
}

type Changes = { -readonly [F in keyof PlantFields]?: PlantFields[F] };

class PlantReader {
  readonly cells: TableReader<PlantColumn>;
  /** The line of each name so far. */
  readonly #lines = new Map<string, number>();

  constructor(table: SourceTable, options: FormOptions) {
    this.cells = new TableReader(table, PLANT_COLUMNS, options);
  }

  read(rows: readonly TableRow[], known: ReadonlySet<string>): ImportedPlant[] {
    const { cells } = this;
    const addsNone = rows.every((row) => known.has(this.#nameOf(row, known)));
    cells.requireColumns(addsNone ? ['name'] : ['name', 'lat', 'lon', 'technology_type']);
    const capacities = ['installed_capacity_mw', 'nominal_capacity_mw', 'capacity_mw'] as const;
    if (!addsNone && !capacities.some((field) => cells.found.has(field))) {
      cells.requireColumns(['installed_capacity_mw']);
    }
    return cells.rows(MAX_PLANT_ROWS, (row) => this.#plant(row, known));
  }

  /** Undefined where a cell is bad, which is reported. */
  #plant(row: TableRow, known: ReadonlySet<string>): ImportedPlant | undefined {
    const before = this.cells.problems.length;
    const name = this.#name(row, known);
    const changes = this.#changes(row);
    if (name === undefined || this.cells.problems.length > before) return undefined;
    if (known.has(name)) return { name, changes };
    const fields = { ...this.#usual(row, changes), ...changes, name };
    if (fields.timezone !== undefined) return { name, fields: fields as PlantFields, changes };
    return this.cells.reject(row, 'timezone', because('missing'));
  }

  /** As it stands where a plant has that name, else without spaces around it. */
  #nameOf(row: TableRow, known: ReadonlySet<string>): string {
    const name = cellText(this.cells.cell(row, 'name'));
    return known.has(name) ? name : name.trim();
  }

  #name(row: TableRow, known: ReadonlySet<string>): string | undefined {
    const name = this.#text(row, 'name') && this.#nameOf(row, known);
    if (!name) return this.cells.reject(row, 'name', because('missing'));
    const first = this.#lines.get(name);
    if (first !== undefined) this.cells.reject(row, 'name', because('repeated', { line: first }));
    this.#lines.set(name, first ?? row.line);
    return name;
  }

  /** The fields of a plant in the row. */
  #changes(row: TableRow): Changes {
    const both = this.#megawatts(row, 'capacity_mw');
    const read: { [F in keyof Changes]: Changes[F] | undefined } = {
      lat: this.#decimal(row, 'lat', PLANT_LIMITS.lat),
      lon: this.#decimal(row, 'lon', PLANT_LIMITS.lon),
      installedCapacityMw: this.#megawatts(row, 'installed_capacity_mw') ?? both,
      nominalCapacityMw: this.#megawatts(row, 'nominal_capacity_mw') ?? both,
      area: this.#text(row, 'area') || this.#text(row, 'community') || undefined,
      technologyType: this.#technology(row),
      timezone: this.#zone(row),
      lastTrainingCnnAt: this.#label(row, 'last_training_cnn_at'),
      lastTrainingTreesAt: this.#label(row, 'last_training_trees_at'),
      agrupation: this.#text(row, 'agrupation'),
      customerDisplayName: this.#text(row, 'customer_display_name'),
    };
    return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
  }

  /** Defaults of a new plant for fields that the row omits. */
  #usual(row: TableRow, { timezone, ...said }: Changes): Changes {
    const country = this.cells.text(row, 'country');
    const inZone = Object.keys(COUNTRY_ZONES).find((code) => COUNTRY_ZONES[code] === timezone);
    const code = countryOf(country) ?? (country || inZone || 'ES');
    const isCanary = /^(islas )?canarias$|^canary islands$/i.test(
      this.cells.text(row, 'community'),
    );
    const zone = isCanary ? 'Atlantic/Canary' : COUNTRY_ZONES[code];
    const capacity = said.installedCapacityMw ?? said.nominalCapacityMw;
    return {
      ...PLANT_DEFAULTS,
      ...(capacity && { installedCapacityMw: capacity, nominalCapacityMw: capacity }),
      area: code,
      ...(zone !== undefined && { timezone: zone }),
      agrupation: '',
    };
  }

  /** Undefined where the list has no such column. */
  #text(row: TableRow, field: PlantColumn): string | undefined {
    if (!this.cells.found.has(field)) return undefined;
    const text = this.cells.text(row, field);
    if (Array.from(text).length > MAX_PLANT_TEXT) {
      return this.cells.reject(row, field, because('too_long', { max: MAX_PLANT_TEXT }));
    }
    if (text.isWellFormed() && !text.includes('\0')) return text;
    return this.cells.reject(row, field, because('not_storable'));
  }

  #technology(row: TableRow): Technology | undefined {
    if (!this.cells.found.has('technology_type')) return undefined;
    const technology = technologyOf(this.cells.text(row, 'technology_type'));
    const choices = because('not_a_choice', { choices: TECHNOLOGIES.join(', ') });
    return technology ?? this.cells.reject(row, 'technology_type', choices);
  }

  #zone(row: TableRow): string | undefined {
    const zone = this.cells.text(row, 'timezone');
    if (zone === '' || isZoneName(zone)) return zone || undefined;
    return this.cells.reject(row, 'timezone', because('not_a_zone'));
  }

  #label(row: TableRow, field: PlantColumn): string | undefined {
    if (!this.cells.found.has(field)) return undefined;
    const time = this.cells.time(row, field);
    if ('reason' in time) return this.cells.reject(row, field, time);
    const label = time.text.slice(0, MINUTES_END).replace('T', ' ');
    if (label === '' || parseWallTime(label) !== undefined) return label;
    return this.cells.reject(row, field, because('not_a_time'));
  }

  #megawatts(row: TableRow, field: PlantColumn): string | undefined {
    const { unit = 'MW' } = this.cells.found.get(field) ?? {};
    return this.#decimal(row, field, PLANT_LIMITS.installedCapacityMw, TO_MEGAWATTS[unit]);
  }

  /** @param shift the power of ten by which the number is multiplied. */
  #decimal(
    row: TableRow,
    field: PlantColumn,
    { scale, min, max, belowMax }: (typeof PLANT_LIMITS)[keyof typeof PLANT_LIMITS],
    shift = 0,
  ): string | undefined {
    if (!this.cells.found.has(field)) return undefined;
    const number = this.cells.number(row, field, 'MW');
    if ('reason' in number) return this.cells.reject(row, field, number);
    if (number.text === '') return this.cells.reject(row, field, because('missing'));
    const [digits = '', exponent = '0'] = number.text.toLowerCase().split('e');
    const decimal = parseDecimal(`${digits}e${Number(exponent) + shift}`, scale);
    if (typeof decimal !== 'string') {
      const isLong = decimal.problem === 'too_many_decimals';
      // As many as the unit of the file may have.
      const reason = isLong
        ? because('too_many_decimals', { max: scale + shift })
        : because('not_a_number');
      return this.cells.reject(row, field, reason);
    }
    if (compareToWhole(decimal, min) < 0) {
      return this.cells.reject(row, field, because('below', { min }));
    }
    const beyond = compareToWhole(decimal, max);
    if (beyond < 0 || (beyond === 0 && !belowMax)) return decimal;
    return this.cells.reject(row, field, because('above', { max }));
  }
}
