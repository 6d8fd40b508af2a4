import {
  because,
  cellText,
  hasOffset,
  isBefore,
  type Reason,
  type SourceTable,
  type TableRow,
} from '@solano/domain/kernel';
import { type CellResult, TableReader, type Understood } from '@solano/domain/kernel/tables';
import type { UnavailabilityFields } from '../unavailabilities/unavailability.ts';
import { OUTAGE_COLUMNS, type OutageField, typeText, unitText } from './dialect-columns.ts';
import type { DialectOptions } from './dialect-reading.ts';
import {
  type DialectHeaders,
  fieldOf,
  ROW_FIELDS,
  readDialectHeaders,
  version1Columns,
} from './dialect-table.ts';
import {
  type ExportedColumns,
  findExported,
  restoreExported,
  withoutRepeated,
} from './exported-list.ts';
import { type OutagePlant, plantRule } from './outage-file.ts';
import { type PlantRule, RowReader } from './outage-row.ts';

/** Problems of the fields of a row, each once. */
type RowReasons = Map<OutageField, Reason>;

/** Reads the rows of one file. */
export class DialectRowReader {
  readonly cells: TableReader<OutageField>;
  readonly #headers: DialectHeaders;
  readonly #exported: ExportedColumns | undefined;
  readonly #options: DialectOptions;
  readonly #plants: readonly OutagePlant[];
  readonly #rows: RowReader;
  readonly #rule: PlantRule;
  /** A missing zone is reported once. */
  #isZoneReported = false;

  constructor(table: SourceTable, plants: readonly OutagePlant[], options: DialectOptions) {
    const { header } = table;
    this.#options = options;
    this.#plants = plants;
    this.#exported = findExported(header.cells);
    const read = this.#exported ? withoutRepeated(table) : table;
    this.cells = new TableReader(read, OUTAGE_COLUMNS, options);
    const isPlantRequired = options.plant === undefined;
    this.#headers = readDialectHeaders(this.cells, header.line, { isPlantRequired });
    this.#rule = plantRule(plants, options.plant);
    const columns = version1Columns(this.cells, this.#headers);
    this.#rows = new RowReader(ROW_FIELDS, columns, this.#rule);
  }

  understood(): Understood {
    const { columns, ...understood } = this.cells.understood(this.#zone() ?? null);
    const { powerField, unit } = this.#headers;
    const named = Object.entries(columns).map(([field, header]) => {
      return [field === powerField && unit === 'MW' ? `${field}_mw` : field, header] as const;
    });
    return { ...understood, columns: Object.fromEntries(named) };
  }

  /** Undefined for a row with problems, which are reported. */
  read(row: TableRow): UnavailabilityFields | undefined {
    const reasons: RowReasons = new Map();
    const take = (field: OutageField, result: CellResult) => {
      if ('text' in result) return result.text;
      reasons.set(field, result);
      return '';
    };
    const { powerField } = this.#headers;
    const unit = this.#unit(row, reasons);
    const start = take('start_time_utc', this.cells.time(row, 'start_time_utc'));
    const end = take('end_time_utc', this.cells.time(row, 'end_time_utc'));
    const read = this.#rows.read({
      line: row.line,
      fields: [
        cellText(this.cells.cell(row, 'plant_id')),
        start,
        end,
        take(powerField, this.cells.number(row, powerField, unit)),
        unit,
        typeText(this.cells.text(row, 'availability_type')),
        cellText(this.cells.cell(row, 'observations')),
        this.#rowZone(row, [start, end], reasons),
      ],
    });
    const others = Array.isArray(read) ? read : this.#outside(read);
    for (const { column, why } of others) {
      const field = fieldOf(ROW_FIELDS[column.index] as (typeof ROW_FIELDS)[number], this.#headers);
      if (!reasons.has(field)) reasons.set(field, why);
    }
    if (reasons.size > 0 || Array.isArray(read)) return this.#reject(row, reasons);
    return this.#restored(read, row);
  }

  /** With what a list that the service exported says besides. */
  #restored(read: UnavailabilityFields, row: TableRow): UnavailabilityFields | undefined {
    const known = this.#rule.find(read.plantName);
    if (!this.#exported || !known) return read;
    const context = { columns: this.#exported, cells: this.cells, nominal: known.nominal };
    const restored = restoreExported(read, row.cells, context);
    return 'fields' in restored ? restored.fields : this.#reject(row, restored.reasons);
  }

  /** The unit of a row's power: what its header says, else its column. */
  #unit(row: TableRow, reasons: RowReasons): string {
    const { unit } = this.#headers;
    const said = unitText(this.cells.text(row, 'source_unit'));
    if (unit !== undefined && said !== '' && said !== unit) {
      reasons.set('source_unit', because('unit_contradicts', { unit }));
    }
    return unit ?? said;
  }

  /** The zone where neither a row nor a time has one, if there is one. */
  #zone(): string | undefined {
    return this.#headers.zone || this.#options.zone;
  }

  /** The zone of a row as version 1 has it: nothing for UTC. */
  #rowZone(row: TableRow, times: readonly string[], reasons: RowReasons): string {
    const said = this.cells.text(row, 'timezone_source');
    if (said !== '') return said;
    const zone = this.#zone();
    const isLocal = times.some((time) => time !== '' && !hasOffset(time));
    const { zone: requested = zone } = this.#options;
    if (isLocal && (zone === undefined || zone !== requested) && !this.#isZoneReported) {
      this.#isZoneReported = true;
      const why =
        zone === undefined
          ? because('no_zone')
          : because('zone_of_header', { zone, requested: requested ?? '' });
      reasons.set('start_time_utc', why);
    }
    return zone === undefined || zone === 'UTC' || !isLocal ? '' : zone;
  }

  #outside({ start, end }: UnavailabilityFields) {
    const { window } = this.#options;
    if (!window || (isBefore(start, window.to) && isBefore(window.from, end))) return [];
    const column = { index: ROW_FIELDS.indexOf('start_time_utc'), name: '' };
    return [{ column, why: because('outside_window', { from: window.from, to: window.to }) }];
  }

  #reject(row: TableRow, reasons: ReadonlyMap<OutageField, Reason>): undefined {
    for (const [field, why] of reasons) {
      if (why.code === 'no_zone') this.cells.reject(row, field, why, 'zone=Europe/Madrid');
      else if (field !== 'plant_id') this.cells.reject(row, field, why);
      else this.cells.reject(row, field, why, this.#options.plant ?? this.#plants[0]?.name ?? null);
    }
  }
}
