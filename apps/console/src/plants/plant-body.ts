import type { Schemas } from '../api/client.ts';
import { readTyped } from '../i18n/typed-number.ts';
import { MADRID } from '../time/zone.ts';

export type PlantBody = Schemas['PlantBody'];

/** The initial values of a new plant's form. */
export const NEW_PLANT = {
  name: '',
  lat: '',
  lon: '',
  installed_capacity_mw: '',
  nominal_capacity_mw: '',
  area: 'ES',
  technology_type: 'wind',
  agrupation: '',
  customer_display_name: '',
  timezone: MADRID,
} satisfies PlantBody;

const DECIMALS = ['lat', 'lon', 'installed_capacity_mw', 'nominal_capacity_mw'] as const;

const COORDINATES: readonly string[] = ['lat', 'lon'];

/** Returns the fields with their numbers as texts of the form. */
export function withDecimals(
  fields: PlantBody,
  textOf: (value: string | number) => string,
): PlantBody {
  return { ...fields, ...Object.fromEntries(DECIMALS.map((name) => [name, textOf(fields[name])])) };
}

/** Returns the fields with numbers in the service's form, and the problems of those that are not numbers. */
export function bodyOf(
  fields: PlantBody,
  before: PlantBody = NEW_PLANT,
): { body: PlantBody; problems: Record<string, string[]> } {
  const problems: Record<string, string[]> = {};
  const body = { ...fields };
  for (const name of DECIMALS) {
    const options = { before: before[name], isSmall: COORDINATES.includes(name) };
    const read = readTyped(String(fields[name]), options);
    if ('decimal' in read) body[name] = read.decimal;
    else problems[name] = [read.problem];
  }
  return { body, problems };
}
