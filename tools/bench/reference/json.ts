// Rows as JSON, built by hand.
import type { Row } from './database.ts';
import { instantOf, madridLabel } from './time.ts';

/** A timestamp of PostgreSQL in UTC as ISO 8601, with so many decimals where it has any or `whole`. */
export function utc(timestamp: string, decimals: number): string {
  const end = timestamp.length - '+00'.length;
  const fraction = timestamp.slice('2026-11-21 00:15:00.'.length, end).padEnd(decimals, '0');
  return `${timestamp.slice(0, 10)}T${timestamp.slice(11, 19)}.${fraction}Z`;
}

function instant(timestamp: string): string {
  if (timestamp.includes('.')) return utc(timestamp, 6);
  return `${timestamp.slice(0, 10)}T${timestamp.slice(11, 19)}Z`;
}

export function plantJson(row: Row): string {
  const [id, name, lat, lon, installed, nominal, area, technology] = row;
  const [cnn, trees, agrupation, display, zone, createdAt, updatedAt] = row.slice(8);
  return `{"id":"${id}","name":${quoted(name)},"lat":"${lat}","lon":"${lon}","installed_capacity_mw":"${installed}","nominal_capacity_mw":"${nominal}","area":${quoted(area)},"technology_type":"${technology}","last_training_cnn_at":"${cnn}","last_training_trees_at":"${trees}","agrupation":${quoted(agrupation)},"customer_display_name":${quoted(display)},"timezone":"${zone}","created_at":"${utc(createdAt as string, 3)}","updated_at":"${utc(updatedAt as string, 3)}"}`;
}

export function unavailabilityJson(row: Row): string {
  const [id, plant, start, end, power, type, observations, unit, value, zone] = row;
  return `{"id":"${id}","plant_id":${quoted(plant)},"start_time_utc":"${instant(start as string)}","end_time_utc":"${instant(end as string)}","available_power_mw":${power},"availability_type":"${type}","observations":${quoted(observations)},"source_unit":${quoted(unit)},"source_value":${value},"timezone_source":${quoted(zone)},"created_at":"${utc(row[10] as string, 3)}","updated_at":"${utc(row[11] as string, 3)}"}`;
}

/** @param ends and prices: arrays as PostgreSQL writes them. */
export function priceJson(ends: string, prices: string): string {
  const values = prices.slice(1, -1).split(',');
  let text = '';
  let at = 0;
  for (const end of ends.slice(1, -1).split(',')) {
    const label = madridLabel(instantOf(end.slice(1, 17)));
    text += `${at === 0 ? '' : ','}{"datetime":"${label}","price":"${values[at]}"}`;
    at += 1;
  }
  return `[${text}]`;
}

function quoted(text: string | null | undefined): string {
  return JSON.stringify(text ?? null);
}
