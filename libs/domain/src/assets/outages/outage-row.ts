import {
  because,
  hasOffset,
  isBefore,
  type Reason,
  type UtcInstant,
  type Zone,
} from '@solano/domain/kernel';
import type { SourceUnit, UnavailabilityFields } from '../unavailabilities/unavailability.ts';
import { AVAILABILITY_TYPES, SOURCE_UNITS } from '../unavailabilities/unavailability.ts';
import { type Column, columnName, type OutageColumns } from './outage-columns.ts';
import { type Nominal, type OutagePower, readPower } from './outage-power.ts';
import { readTime, type TimeProblem, ZoneCache } from './outage-time.ts';

export interface OutageTableRow {
  /** The header is line 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

export interface KnownPlant {
  readonly name: string;
  readonly nominal: Nominal;
}

/** Finds the plants that rows may name. */
export interface PlantRule {
  /** Whether each row has to name its plant. */
  readonly required: boolean;
  /** By what a row says, nothing included. */
  find(name: string): KnownPlant | undefined;
  /** The problem of a row for which `find` returns none. */
  readonly reasonOtherwise: Reason;
}

const TIME_REASONS: Record<TimeProblem, Reason> = {
  no_time: because('not_iso'),
  skipped: because('skipped'),
};

const MISSING = because('blank');

function choice(choices: readonly string[]): Reason {
  return because('not_a_choice', { choices: choices.join(', ') });
}

/** A problem of a field of a row. */
export interface RowProblem {
  readonly column: Column;
  readonly why: Reason;
}

/** Reads the rows of one file in their order. */
export class RowReader {
  readonly #header: readonly string[];
  readonly #columns: OutageColumns;
  readonly #plants: PlantRule;
  readonly #zones = new ZoneCache();
  /** The line of each record so far. */
  readonly #lines = new Map<string, number>();
  #fields: readonly string[] = [];
  #problems: RowProblem[] = [];

  constructor(header: readonly string[], columns: OutageColumns, plants: PlantRule) {
    this.#header = header;
    this.#columns = columns;
    this.#plants = plants;
  }

  /** The record, or what is wrong with the row. */
  read({ line, fields }: OutageTableRow): UnavailabilityFields | RowProblem[] {
    this.#fields = fields;
    this.#problems = [];
    if (fields.length !== this.#header.length) return [this.#lengthProblem()];
    const plant = this.#plant();
    const { zoneName, start, end } = this.#interval();
    const availabilityType = this.#type();
    const power = this.#power(plant);
    const observations = this.#observations();
    if (plant && start && end && availabilityType) {
      this.#requireNew(`${start} ${end} ${availabilityType} ${plant.name}`, line);
    }
    const bad = this.#problems.length > 0;
    if (bad || !plant || !start || !end || !availabilityType || !power) return this.#problems;
    return {
      plantName: plant.name,
      start,
      end,
      availablePowerMw: power.availableMw,
      availabilityType,
      observations,
      sourceUnit: power.unit,
      sourceValue: power.entered,
      timezoneSource: zoneName || null,
    };
  }

  #plant(): KnownPlant | undefined {
    const { plant } = this.#columns;
    const name = this.#text(plant);
    // Names are compared as given; spaces around one are most likely the file's.
    const found = this.#plants.find(name) ?? this.#plants.find(name.trim());
    if (found || !plant) return found;
    return this.#reject(plant, name.trim() === '' ? MISSING : this.#plants.reasonOtherwise);
  }

  #interval() {
    const { start: startColumn, end: endColumn, zone: zoneColumn } = this.#columns;
    const zoneName = this.#text(zoneColumn).trim();
    const zone = zoneName === '' ? undefined : this.#zones.get(zoneName);
    const zoneIsBad = zoneName !== '' && !zone;
    if (zoneColumn && zoneIsBad) this.#reject(zoneColumn, because('not_a_zone'));
    const start = this.#time(startColumn, zone, zoneIsBad);
    const end = this.#time(endColumn, zone, zoneIsBad);
    if (start && end && !isBefore(start, end)) {
      this.#reject(endColumn, because('not_after', { column: startColumn.name }));
    }
    return { zoneName, start, end };
  }

  #time(column: Column, zone: Zone | undefined, zoneIsBad: boolean): UtcInstant | undefined {
    const text = this.#text(column);
    if (text.trim() === '') return this.#reject(column, MISSING);
    const read = readTime(text, zone);
    if (typeof read !== 'string') return this.#reject(column, TIME_REASONS[read.problem]);
    // A local time of an unknown zone is not an instant, nor is it wrong.
    return zoneIsBad && !hasOffset(text) ? undefined : read;
  }

  #type() {
    const { type } = this.#columns;
    const text = this.#text(type).trim();
    if (!type || text === '') return 'UNAVAILABILITY';
    const found = AVAILABILITY_TYPES.find((each) => each === text);
    return found ?? this.#reject(type, choice(AVAILABILITY_TYPES));
  }

  #power(plant: KnownPlant | undefined): (OutagePower & { unit: SourceUnit }) | undefined {
    const { power, powerField } = this.#columns;
    const unit = this.#unit();
    if (!unit || !plant) return undefined;
    const unavailable = powerField === 'unavailableMw';
    const read = readPower(this.#text(power), unit, plant.nominal, { unavailable });
    return 'reason' in read ? this.#reject(power, read) : { ...read, unit };
  }

  #unit(): SourceUnit | undefined {
    const { unit } = this.#columns;
    if (!unit) return 'MW';
    const text = this.#text(unit).trim();
    const found = SOURCE_UNITS.find((each) => each === text);
    if (found) return found;
    return this.#reject(unit, text === '' ? MISSING : choice(SOURCE_UNITS));
  }

  #observations(): string {
    const { observations } = this.#columns;
    const text = this.#text(observations);
    if (observations && (!text.isWellFormed() || text.includes('\0'))) {
      this.#reject(observations, because('not_storable'));
    }
    return text;
  }

  #requireNew(record: string, line: number): void {
    const first = this.#lines.get(record);
    if (first === undefined) this.#lines.set(record, line);
    else this.#reject(this.#columns.start, because('repeated_outage', { line: first }));
  }

  #lengthProblem(): RowProblem {
    const [count, expected] = [this.#fields.length, this.#header.length];
    const index = Math.min(count, expected - 1);
    const column = { index, name: columnName(this.#header, index) };
    return { column, why: because('row_length', { count, expected }) };
  }

  /** Empty where the file has no such column. */
  #text(column: Column | undefined): string {
    return column ? (this.#fields[column.index] ?? '') : '';
  }

  #reject(column: Column, why: Reason): undefined {
    this.#problems.push({ column, why });
  }
}
