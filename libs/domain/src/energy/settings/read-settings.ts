import {
  compareToWhole,
  DAY_MS,
  isDate,
  MINUTE_MS,
  parseDecimal,
  REGIONS,
  type Region,
  SolanoError,
} from '@solano/domain/kernel';
import {
  type DatedLosses,
  DEFAULT_PLANT_SETTINGS,
  type GroupEnd,
  type Place,
  type PlantSettings,
  type PortfolioSettings,
} from './settings.ts';

/** Meters of some distributors are read once a month, and corrected in the next. */
export const MAX_KNOWN_AFTER_MINUTES = (90 * DAY_MS) / MINUTE_MS;
export const MAX_LOSSES = 1_000;
export const MAX_GROUPS = 10_000;
export const MAX_LATITUDE = 90;
export const MAX_LONGITUDE = 180;
const MAX_PERCENT = 100;
const PERCENT_DECIMALS = 4;

/**
 * Reads `{known_after_minutes}`; what is left out has its default. Errors: `invalid_request` with a
 * problem for every field that is not valid.
 */
export function readPlantSettings(value: unknown): PlantSettings {
  const problems: string[] = [];
  const fields = fieldsOf(value, ['known_after_minutes'], 'The settings', problems);
  const knownAfterMinutes = readMinutes(fields.known_after_minutes, problems);
  return valid({ knownAfterMinutes }, problems);
}

/**
 * Reads `{known_after_minutes, losses: [{from, percent}], groups: [{group, ends}], region,
 * place: {lat, lon}}`; what is left out has its default. Errors: `invalid_request` with a problem for every field that is not valid.
 */
export function readPortfolioSettings(value: unknown): PortfolioSettings {
  const problems: string[] = [];
  const names = ['known_after_minutes', 'losses', 'groups', 'region', 'place'];
  const fields = fieldsOf(value, names, 'The settings', problems);
  const settings = {
    knownAfterMinutes: readMinutes(fields.known_after_minutes, problems),
    losses: readLosses(fields.losses, problems),
    groups: readGroups(fields.groups, problems),
    region: readRegion(fields.region, problems),
    place: readPlace(fields.place, problems),
  };
  return valid(settings, problems);
}

function valid<Settings>(settings: Settings, problems: readonly string[]): Settings {
  if (problems.length === 0) return settings;
  throw new SolanoError('invalid_request', problems.join(' '), { problems });
}

/** The fields of an object; one that has others, or is none, is a problem. */
function fieldsOf(
  value: unknown,
  names: readonly string[],
  what: string,
  problems: string[],
): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.push(`${what} must be an object.`);
    return {};
  }
  for (const name of Object.keys(value)) {
    if (names.includes(name)) continue;
    problems.push(`${what} must not have the field ${JSON.stringify(name)}.`);
  }
  return value as Readonly<Record<string, unknown>>;
}

function readMinutes(value: unknown, problems: string[]): number {
  if (value === undefined) return DEFAULT_PLANT_SETTINGS.knownAfterMinutes;
  const isValid = Number.isInteger(value) && Number(value) >= 0;
  if (isValid && Number(value) <= MAX_KNOWN_AFTER_MINUTES) return Number(value);
  problems.push(`known_after_minutes must be a whole number from 0 to ${MAX_KNOWN_AFTER_MINUTES}.`);
  return 0;
}

/** The members of an array with their paths; none where the field is left out. */
function membersOf(
  value: unknown,
  name: string,
  max: number,
  problems: string[],
): [path: string, member: unknown][] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.length <= max) {
    return value.map((member, i) => [`${name}[${i}]`, member]);
  }
  problems.push(`${name} must be an array of at most ${max} objects.`);
  return [];
}

function readLosses(value: unknown, problems: string[]): DatedLosses[] {
  const losses: DatedLosses[] = [];
  for (const [path, member] of membersOf(value, 'losses', MAX_LOSSES, problems)) {
    const fields = fieldsOf(member, ['from', 'percent'], path, problems);
    const from = readDay(fields.from, `${path}.from`, 'a day, such as 2026-01-01', problems);
    const before = losses.at(-1)?.from ?? '';
    if (from !== '' && from <= before) problems.push(`${path}.from must be after ${before}.`);
    losses.push({ from, percent: readPercent(fields.percent, `${path}.percent`, problems) });
  }
  return losses;
}

function readPercent(value: unknown, path: string, problems: string[]): string {
  const percent = typeof value === 'string' ? parseDecimal(value, PERCENT_DECIMALS) : undefined;
  if (typeof percent === 'string' && !percent.startsWith('-')) {
    if (compareToWhole(percent, MAX_PERCENT) < 0) return percent.replace(/\.?0+$/, '');
  }
  problems.push(
    `${path} must be a text such as "5.25", 0 or more and below ${MAX_PERCENT}, with at most ${PERCENT_DECIMALS} decimals.`,
  );
  return '0';
}

function readGroups(value: unknown, problems: string[]): GroupEnd[] {
  const groups = new Map<string, string | null>();
  for (const [path, member] of membersOf(value, 'groups', MAX_GROUPS, problems)) {
    const fields = fieldsOf(member, ['group', 'ends'], path, problems);
    const { group } = fields;
    const what = 'a day, such as 2026-03-31, or null';
    const ends = fields.ends === null ? null : readDay(fields.ends, `${path}.ends`, what, problems);
    if (typeof group !== 'string') problems.push(`${path}.group must be a text.`);
    else if (groups.has(group)) problems.push(`${path}.group is named twice.`);
    else groups.set(group, ends);
  }
  return Array.from(groups, ([group, ends]) => ({ group, ends }));
}

function readRegion(value: unknown, problems: string[]): Region | null {
  if (value === undefined || value === null) return null;
  const region = REGIONS.find((each) => each === value);
  if (!region) problems.push(`region must be null or one of: ${REGIONS.join(', ')}.`);
  return region ?? null;
}

function readPlace(value: unknown, problems: string[]): Place | null {
  if (value === undefined || value === null) return null;
  const fields = fieldsOf(value, ['lat', 'lon'], 'place', problems);
  return {
    lat: readDegrees(fields.lat, 'place.lat', MAX_LATITUDE, problems),
    lon: readDegrees(fields.lon, 'place.lon', MAX_LONGITUDE, problems),
  };
}

function readDegrees(value: unknown, path: string, max: number, problems: string[]): number {
  if (typeof value === 'number' && Math.abs(value) <= max) return value;
  problems.push(`${path} must be a number of degrees from -${max} to ${max}.`);
  return 0;
}

function readDay(value: unknown, path: string, what: string, problems: string[]): string {
  if (typeof value === 'string' && isDate(value)) return value;
  problems.push(`${path} must be ${what}.`);
  return '';
}
