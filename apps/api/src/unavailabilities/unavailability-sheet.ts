import type { PlantStore, Unavailability, UnavailabilityFields } from '@solano/domain/assets';
import { labelOf, type UtcInstant, zoneOf } from '@solano/domain/kernel';
import type { Timestamps } from '@solano/schemas';
import type { CellValue, SheetColumn } from '@solano/spreadsheet';
import type { RecordSheet } from '../records/record-endpoints.ts';

const OUTAGE_COLUMNS: readonly SheetColumn[] = [
  { header: 'id', type: 'text', width: 38 },
  { header: 'plant_id', type: 'text' },
  { header: 'start_time_utc', type: 'datetime', width: 18 },
  { header: 'end_time_utc', type: 'datetime', width: 18 },
  { header: 'start_time_local', type: 'datetime', width: 18 },
  { header: 'end_time_local', type: 'datetime', width: 18 },
  { header: 'timezone_local', type: 'text', width: 18 },
  { header: 'available_power_mw', type: 'number' },
  { header: 'availability_type', type: 'text' },
  { header: 'observations', type: 'text', width: 40 },
  { header: 'source_unit', type: 'text' },
  { header: 'source_value', type: 'number' },
  { header: 'timezone_source', type: 'text', width: 18 },
  { header: 'created_at_utc', type: 'datetime', width: 20 },
  { header: 'updated_at_utc', type: 'datetime', width: 20 },
];

/** Plants whose zones are kept while a sheet is read. */
const MAX_ZONES = 10_000;

/**
 * Returns unavailabilities as a sheet, with their times in UTC and on the clock of their entry: the
 * zone of their file, else the plant's.
 */
export function unavailabilitySheet(
  plants: Pick<PlantStore, 'byNames'>,
): RecordSheet<Unavailability> {
  return {
    name: 'unavailabilities',
    columns: OUTAGE_COLUMNS,
    cells(customerId) {
      const zones = new Map<string, string>();
      return async (records) => {
        if (zones.size > MAX_ZONES) zones.clear();
        const isAsked = ({ timezoneSource, plantName }: Unavailability) =>
          timezoneSource === null && !zones.has(plantName);
        const names = new Set(records.filter(isAsked).map(({ plantName }) => plantName));
        const found = await plants.byNames(customerId, [...names]);
        for (const { name, timezone } of found) zones.set(name, timezone);
        return (record) => outageCells(record, zones.get(record.plantName) ?? 'UTC');
      };
    },
  };
}

function outageCells(
  record: UnavailabilityFields & Timestamps,
  plantZone: string,
): readonly CellValue[] {
  const { start, end, sourceUnit, sourceValue, timezoneSource } = record;
  const zone = timezoneSource ?? plantZone;
  return [
    record.id,
    record.plantName,
    start,
    end,
    localTime(start, zone),
    localTime(end, zone),
    zone,
    record.availablePowerMw,
    record.availabilityType,
    record.observations,
    sourceUnit,
    sourceValue,
    timezoneSource,
    record.createdAt.toISOString(),
    record.updatedAt.toISOString(),
  ];
}

function localTime(instant: UtcInstant, zone: string): string {
  return labelOf(Date.parse(instant), zoneOf(zone));
}
