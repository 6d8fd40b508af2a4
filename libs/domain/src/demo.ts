import type { Customer } from './customers/customer.ts';
import { addCustomer, setPermission } from './customers/customer.ts';
import type { KeyDeps } from './customers/key.ts';
import { authenticate, issueKey } from './customers/key.ts';
import type { Encode } from './demo-forecasts.ts';
import { putDemoForecasts } from './demo-forecasts.ts';
import { isSolanoError } from './errors.ts';
import type { PutForecastDeps } from './forecasts/put-forecast.ts';
import type { MilliEuro } from './market/decimal.ts';
import type { PricePrediction, PriceStore } from './market/prices.ts';
import type { Market } from './market/sessions.ts';
import { madridInstant, SESSIONS } from './market/sessions.ts';
import type { Decimal } from './plants/decimal.ts';
import { FieldProblems } from './plants/field-problems.ts';
import type { PlantDeps, PlantFields, Technology } from './plants/plant.ts';
import { createPlant } from './plants/plant.ts';
import { MADRID } from './time/label.ts';

const QUARTER_MS = 15 * 60_000;
const DAYS = 10;
const DEMO_CUSTOMER = 'demo';

const DEMO_PLANTS: readonly PlantFields[] = [
  demoPlant('DEMO_WIND_NORTH', 'wind', '43.1216000', '-9.1042000', '30.600', 'Europe/Madrid'),
  demoPlant('DEMO_SOLAR_SOUTH', 'solar', '37.6026000', '-5.1030000', '134.000', 'Europe/Madrid'),
  demoPlant('DEMO_WIND_ISLAND', 'wind', '28.1500000', '-15.4200000', '12.000', 'Atlantic/Canary'),
];

/** Where a key is kept that the service uses itself, readable by its owner only. */
export interface SecretFile {
  read(): Promise<string | undefined>;
  write(secret: string): Promise<void>;
}

export interface DemoDeps extends KeyDeps, PlantDeps, PutForecastDeps {
  readonly encode: Encode;
  readonly prices: PriceStore;
  readonly keyFile: SecretFile;
}

/**
 * Makes the customer `demo` with all permissions, a key in the key file, a few plants with
 * forecasts, and price predictions for the next days. Where it is there already, only forecasts
 * and predictions are brought up to date: what an operator has decided since stays. Errors:
 * `store_unavailable`, `objects_unavailable`.
 */
export async function prepareDemo(deps: DemoDeps): Promise<void> {
  const known = await deps.customers.byName(DEMO_CUSTOMER);
  if (known) await refresh(deps, known);
  else await restoreDemo(deps);
}

/**
 * Makes the customer `demo` or sets it right again: with its permissions, a key that works, and
 * all that {@link prepareDemo} refreshes. Returns whether the key is a new one. Errors: likewise.
 */
export async function restoreDemo(
  deps: DemoDeps,
): Promise<{ customer: Customer; newKey: boolean }> {
  const customer = await demoCustomer(deps);
  const newKey = !(await hasWorkingKey(deps, customer));
  if (newKey) {
    const { token } = await issueKey(deps, customer.id, { label: 'demo' });
    await deps.keyFile.write(token);
  }
  for (const plant of DEMO_PLANTS) {
    if (!(await deps.plants.byName(customer.id, plant.name))) await addPlant(deps, customer, plant);
  }
  await refresh(deps, customer);
  return { customer, newKey };
}

async function refresh(deps: DemoDeps, customer: Customer): Promise<void> {
  if (customer.folder !== null) await putDemoForecasts(deps, customer, DEMO_PLANTS);
  for (const prediction of demoPredictions(deps.clock())) {
    if (await isFreeForDemo(deps.prices, prediction.market)) {
      await deps.prices.putPrediction(prediction);
    }
  }
}

/** Predictions are for all customers: those of an operator are not to be hidden by made-up ones. */
async function isFreeForDemo(prices: PriceStore, market: Market): Promise<boolean> {
  const seed = SESSIONS.findIndex((session) => session.market === market);
  for await (const newest of prices.predictions(market, -Infinity, Infinity)) {
    return newest.ends.every((end, i) => newest.prices[i] === demoPrice(end, seed));
  }
  return true;
}

async function addPlant(deps: DemoDeps, customer: Customer, fields: PlantFields): Promise<void> {
  try {
    await createPlant(deps, customer.id, { fields, valid: fields, problems: new FieldProblems() });
  } catch (error) {
    // The name is taken: another process was first.
    if (!isSolanoError(error, 'invalid_fields')) throw error;
  }
}

async function demoCustomer(deps: DemoDeps): Promise<Customer> {
  if (!(await deps.customers.byName(DEMO_CUSTOMER))) {
    try {
      await addCustomer(deps, DEMO_CUSTOMER);
    } catch (error) {
      // Another process was first: what counts is that there is one.
      if (!isSolanoError(error, 'already_exists')) throw error;
    }
  }
  return setPermission(deps.customers, DEMO_CUSTOMER, 'prices', true);
}

async function hasWorkingKey(deps: DemoDeps, customer: Customer): Promise<boolean> {
  const token = await deps.keyFile.read();
  if (token === undefined) return false;
  try {
    return (await authenticate(deps, `Bearer ${token}`)).id === customer.id;
  } catch (error) {
    if (isSolanoError(error, 'store_unavailable')) throw error;
    return false;
  }
}

/** EUR/MWh by hour of the Madrid day: an evening peak and a valley at noon. */
const SHAPE = [
  62, 57, 54, 52, 52, 56, 68, 82, 79, 58, 36, 20, 10, 4, 2, 6, 22, 52, 86, 104, 112, 98, 84, 72,
];

/**
 * Made-up predictions for the demonstration: every market, each quarter hour from the start of
 * today (Madrid) on, with the shape of the real market. The same quarter always gets the same
 * price.
 */
export function demoPredictions(now: Date): PricePrediction[] {
  return SESSIONS.map(({ market }, i) => predictionOf(market, i, now));
}

function predictionOf(market: Market, seed: number, now: Date): PricePrediction {
  const local = new Date(now.getTime() + MADRID.offsetAt(now.getTime()));
  const today = {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
  };
  const start = madridInstant(today, 0);
  const end = madridInstant({ ...today, day: today.day + DAYS }, 0);
  const ends: number[] = [];
  for (let time = start + QUARTER_MS; time <= end; time += QUARTER_MS) ends.push(time);
  return {
    market,
    generatedAt: now,
    stepMinutes: 15,
    ends,
    prices: ends.map((time) => demoPrice(time, seed)),
  };
}

/** Thousandths of EUR/MWh, in whole cents. The same quarter always gets the same price. */
function demoPrice(end: number, seed: number): MilliEuro {
  return Math.round(priceOf(end, seed) * 100) * 10;
}

function priceOf(end: number, seed: number): number {
  const start = end - QUARTER_MS;
  const local = new Date(start + MADRID.offsetAt(start));
  const hour = local.getUTCHours();
  const next = SHAPE[(hour + 1) % 24] as number;
  const shape = SHAPE[hour] as number;
  const smooth = shape + ((next - shape) * local.getUTCMinutes()) / 60;
  const weekend = local.getUTCDay() % 6 === 0 ? -14 : 0;
  return (
    smooth + weekend + 8 * noise(start / 3_600_000, seed) + 3 * noise(start / QUARTER_MS, seed)
  );
}

/** A number in [-1, 1) that depends on nothing but its arguments. */
function noise(position: number, seed: number): number {
  let hash = Math.imul(Math.floor(position) ^ (seed * 0x9e3779b9), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 31 - 1;
}

function demoPlant(
  name: string,
  technologyType: Technology,
  lat: Decimal,
  lon: Decimal,
  megawatts: Decimal,
  timezone: string,
): PlantFields {
  return {
    name,
    lat,
    lon,
    installedCapacityMw: megawatts,
    nominalCapacityMw: megawatts,
    area: 'ES',
    technologyType,
    lastTrainingCnnAt: '',
    lastTrainingTreesAt: '',
    agrupation: '',
    customerDisplayName: 'Made up for the demonstration',
    timezone,
  };
}
