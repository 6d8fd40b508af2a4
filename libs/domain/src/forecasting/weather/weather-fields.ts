import { because, type Reason } from '@solano/domain/kernel';

const KELVIN = 273.15;
/** Above it a temperature is in K. */
const MAX_CELSIUS = 150;
/** Above it a pressure is in Pa. */
const MAX_HECTOPASCALS = 2_000;
/** Above it a part of a whole is in %; models give a little more than 1. */
const MAX_PART = 1.5;
const SECONDS_OF_HOUR = 3_600;
/** Parts of what had accumulated by which rounding may lower it. */
const ROUNDED = 0.02;
const MM_OF_METRE = 1_000;
const DIGITS = 12;

/** What a column of a file may hold. */
interface FieldRule {
  readonly min: number;
  readonly max: number;
  /** The units that a header may say, the usual one first. */
  readonly units: readonly string[];
}

const SPEED: FieldRule = { min: 0, max: 150, units: ['m/s', 'ms', 'm s-1'] };
const COMPONENT: FieldRule = { ...SPEED, min: -150 };
const DIRECTION: FieldRule = { min: 0, max: 360, units: ['°', 'deg', 'degrees'] };
const RADIATION: FieldRule = { min: -20, max: 2_000, units: ['W/m²', 'W/m2', 'W m-2'] };
const PART: FieldRule = { min: -0.1, max: 120, units: ['0-1', '%'] };

/** By the name of the column. Others may hold any number. */
const RULES: Readonly<Record<string, FieldRule>> = {
  wind_speed_100m: SPEED,
  wind_speed_10m: SPEED,
  wind_direction_100m: DIRECTION,
  wind_direction_10m: DIRECTION,
  u10: COMPONENT,
  v10: COMPONENT,
  u100: COMPONENT,
  v100: COMPONENT,
  temperature_2m: { min: -90, max: 400, units: ['°C', 'C', 'K'] },
  shortwave_radiation: RADIATION,
  direct_normal_irradiance: RADIATION,
  diffuse_radiation: RADIATION,
  ssrd_accumulated: { min: -100, max: 1e9, units: ['J/m²', 'J/m2', 'J m-2'] },
  cloud_cover: PART,
  relative_humidity: PART,
  surface_pressure: { min: 300, max: 120_000, units: ['hPa', 'mbar', 'Pa'] },
  precipitation: { min: -0.1, max: 500, units: ['mm'] },
  precipitation_accumulated: { min: -0.1, max: 10_000, units: ['m', 'mm'] },
};

/** A column of weather as its header names it. */
export interface WeatherColumn {
  readonly name: string;
  /** Empty where the header says none. */
  readonly unit: string;
}

/** What is wrong with the unit that a header says. */
export function unitProblem({ name, unit }: WeatherColumn): Reason | undefined {
  const units = RULES[name]?.units;
  if (!units || unit === '') return undefined;
  const isKnown = units.some((each) => each.toLowerCase() === unit.toLowerCase());
  return isKnown ? undefined : because('other_unit', { unit: units[0] as string });
}

/** What is wrong with a number of a column. */
export function valueProblem({ name }: WeatherColumn, value: number): Reason | undefined {
  const rule = RULES[name];
  if (!rule) return undefined;
  if (value < rule.min) return because('below', { min: rule.min });
  return value > rule.max ? because('above', { max: rule.max }) : undefined;
}

/** The other component of the wind that a column needs. */
export function partnerOf({ name }: WeatherColumn): string | undefined {
  const [, component, height] = /^([uv])(10|100)$/.exec(name) ?? [];
  return component && `${component === 'u' ? 'v' : 'u'}${height}`;
}

/** The columns that have parts of a whole, and of which a value says that they are percentages. */
export function isPercentage({ name, unit }: WeatherColumn, value: number): boolean {
  return RULES[name] === PART && (unit === '%' || value > MAX_PART);
}

/** Values of a run as a file has them, one an hour. */
export interface FileValues {
  readonly columns: readonly WeatherColumn[];
  /** By column. */
  readonly values: readonly Float64Array[];
  /** The first is of the first hour after the issue; of the hours before nothing has accumulated. */
  readonly beginsAtIssue: boolean;
  /** The names of the columns that are percentages. */
  readonly percentages: ReadonlySet<string>;
}

/**
 * The fields of a run in the units of a `WeatherRun`: speed and direction of components, °C of K, parts of
 * percentages, hPa of Pa, and of what accumulated since the issue what came in each hour. What the file has
 * itself is not worked out of other columns.
 *
 * @param lowered is called for the hour of solar radiation that is less than what had accumulated before.
 */
export function fieldsOf(
  { columns, values, beginsAtIssue, percentages }: FileValues,
  lowered: (column: number, hour: number) => void,
): Record<string, Float64Array> {
  const own = new Map(columns.map(({ name }, i) => [name, values[i] as Float64Array]));
  const fields = new Map<string, Float64Array>();
  const derived = new Map<string, Float64Array>();
  for (const [i, column] of columns.entries()) {
    const { name } = column;
    const hours = values[i] as Float64Array;
    if (name === 'u10' || name === 'u100') {
      const height = name.slice(1);
      const wind = windOf(hours, own.get(`v${height}`) as Float64Array);
      derived.set(`wind_speed_${height}m`, wind.speed);
      derived.set(`wind_direction_${height}m`, wind.direction);
    } else if (partnerOf(column) !== undefined) continue;
    else if (name === 'ssrd_accumulated') {
      const watts = hourly(hours, beginsAtIssue, (hour) => lowered(i, hour));
      derived.set('shortwave_radiation', watts.map(divideByHour));
    } else if (name.endsWith('_accumulated')) {
      const inFile = hourly(hours, beginsAtIssue);
      const isMetres = name === 'precipitation_accumulated' && column.unit !== 'mm';
      const each = isMetres ? inFile.map((value) => tidy(value * MM_OF_METRE)) : inFile;
      derived.set(name.slice(0, -'_accumulated'.length), each);
    } else fields.set(name, inUnits(column, hours, percentages));
  }
  for (const [name, hours] of derived) if (!fields.has(name)) fields.set(name, hours);
  return Object.fromEntries(fields);
}

function inUnits(
  { name }: WeatherColumn,
  values: Float64Array,
  percentages: ReadonlySet<string>,
): Float64Array {
  if (name === 'temperature_2m') {
    return values.map((value) => (value > MAX_CELSIUS ? tidy(value - KELVIN) : value));
  }
  if (name === 'surface_pressure') {
    return values.map((value) => (value > MAX_HECTOPASCALS ? tidy(value / 100) : value));
  }
  return percentages.has(name) ? values.map((value) => tidy(value / 100)) : values;
}

/** Speed, and the direction from which it blows, clockwise from north: 0 where it is calm. */
function windOf(u: Float64Array, v: Float64Array) {
  const speed = u.map((east, i) => rounded(Math.hypot(east, v[i] as number), 1_000));
  const direction = u.map((east, i) => {
    const north = v[i] as number;
    if (east === 0 && north === 0) return 0;
    const degrees = (Math.atan2(-east, -north) * 180) / Math.PI;
    return rounded((degrees + 360) % 360, 100) % 360;
  });
  return { speed, direction };
}

/** What came in each hour of what accumulated since the issue; NaN where either end of the hour is missing. */
function hourly(
  values: Float64Array,
  beginsAtIssue: boolean,
  lowered?: (hour: number) => void,
): Float64Array {
  return values.map((value, hour) => {
    const before = hour > 0 ? (values[hour - 1] as number) : beginsAtIssue ? 0 : Number.NaN;
    if (lowered && value < before) {
      if (before - value > ROUNDED * before) lowered(hour);
      return 0;
    }
    return tidy(value - before);
  });
}

function divideByHour(joules: number): number {
  return rounded(joules / SECONDS_OF_HOUR, 100);
}

function rounded(value: number, parts: number): number {
  return Math.round(value * parts) / parts;
}

/** Without the noise of binary fractions. */
function tidy(value: number): number {
  return Number(value.toPrecision(DIGITS));
}
