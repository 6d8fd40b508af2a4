import {
  createPlant,
  PLANT_DEFAULTS,
  type PlantDeps,
  type PlantFields,
  type PutForecastDeps,
  type Technology,
} from '@solano/domain/assets';
import { type StrategyStore, setStrategies } from '@solano/domain/desk';
import { type Decimal, FieldProblems, isSolanoError } from '@solano/domain/kernel';
import type { PriceStore } from '@solano/domain/market';
import {
  type AuditSource,
  addCustomer,
  authenticate,
  type Customer,
  issueKey,
  type KeyDeps,
  SCOPES,
  setPermission,
} from '@solano/domain/service';
import type { DemoDeskDeps } from './demo-desk.ts';
import { type DemoEnergyDeps, putDemoEnergy } from './demo-energy.ts';
import { putDemoForecasts } from './demo-forecasts.ts';
import { DEMO_PORTFOLIO } from './demo-power.ts';
import { putDemoPrices } from './demo-prices.ts';

const DEMO_CUSTOMER = 'demo';
/** Everything but the service itself, which only the operator shows. */
const DEMO_SCOPES = SCOPES.filter((scope) => scope !== 'operator');

const DEMO_PLANTS: readonly PlantFields[] = [
  demoPlant('DEMO_WIND_NORTH', 'wind', '43.1216000', '-9.1042000', '30.600', 'Europe/Madrid'),
  demoPlant('DEMO_SOLAR_SOUTH', 'solar', '37.6026000', '-5.1030000', '134.000', 'Europe/Madrid'),
  demoPlant('DEMO_WIND_ISLAND', 'wind', '28.1500000', '-15.4200000', '12.000', 'Atlantic/Canary'),
];

/** The file of a key that the service uses itself, readable by its owner only. */
export interface SecretFile {
  read(): Promise<string | undefined>;
  write(secret: string): Promise<void>;
}

interface DemoStores extends KeyDeps, PlantDeps, PutForecastDeps {
  readonly prices: PriceStore;
  readonly strategies: StrategyStore;
  readonly keyFile: SecretFile;
}

export type DemoDeps = DemoStores & DemoEnergyDeps;

/**
 * Makes the customer `demo` with all permissions, a key in the key file, a few plants with
 * forecasts, and synthetic prices. If it exists already, only forecasts and prices are updated:
 * changes by an operator stay. Errors: `store_unavailable`, `objects_unavailable`.
 */
export async function prepareDemo(deps: DemoDeps, source: AuditSource): Promise<void> {
  const known = await findDemo(deps);
  if (known) await refresh(deps, known);
  else await restoreDemo(deps, source);
}

/** The customer `demo`, undefined if there is none that is whole. Errors: `store_unavailable`. */
export async function findDemo(deps: DemoDeps): Promise<Customer | undefined> {
  const known = await deps.customers.byName(DEMO_CUSTOMER);
  // Where it never got a key, the start that made it was cut short.
  return known && (await deps.keys.list(known.id)).length > 0 ? known : undefined;
}

/**
 * Makes the customer `demo` or sets it right again: with its permissions, a key that works, and
 * all that {@link prepareDemo} refreshes. Returns whether the key is a new one. Errors: those of
 * `prepareDemo`.
 */
export async function restoreDemo(
  deps: DemoDeps,
  source: AuditSource,
): Promise<{ customer: Customer; newKey: boolean }> {
  const customer = await demoCustomer(deps, source);
  const newKey = !(await hasWorkingKey(deps, customer));
  if (newKey) {
    const { token } = await issueKey(deps, source, customer.id, {
      label: 'demo',
      scopes: DEMO_SCOPES,
    });
    await deps.keyFile.write(token);
  }
  for (const plant of DEMO_PLANTS) {
    if (!(await deps.plants.byName(customer.id, plant.name)))
      await addPlant(deps, source, customer, plant);
  }
  await addStrategies(deps, source, customer.id);
  await refresh(deps, customer);
  return { customer, newKey };
}

/**
 * Brings measurements and past forecasts of the customer `demo` up to date, if there is one; takes some
 * tenths of a second the first time. Errors: `store_unavailable`.
 */
export async function refreshDemoEnergy(deps: DemoDeps, source: AuditSource): Promise<void> {
  const known = await findDemo(deps);
  const names = DEMO_PLANTS.map(({ name }) => name);
  if (known) await putDemoEnergy(deps, source, known, names);
}

/**
 * Adds what is missing of a part of the year that lies behind the desk of the customer `demo`: older prices,
 * purchases with their decisions, executed trades and prices of deviations. Errors: `store_unavailable`,
 * `engine_unavailable`.
 *
 * @param part 0 for the newest.
 * @returns the number of the next part; undefined where there is none.
 */
export async function addDemoHistory(
  deps: DemoDeps & DemoDeskDeps,
  source: AuditSource,
  part: number,
): Promise<number | undefined> {
  const known = await findDemo(deps);
  if (!known) return undefined;
  const { putDemoDeskPart } = await import('./demo-desk.ts');
  return putDemoDeskPart(deps, source, known.id, part);
}

/**
 * Brings purchases, executed trades and prices of deviations of the customer `demo` up to date, if there is
 * one. Errors: `store_unavailable`, `engine_unavailable`.
 */
export async function refreshDemoDesk(
  deps: DemoDeps & DemoDeskDeps,
  source: AuditSource,
): Promise<void> {
  const known = await findDemo(deps);
  if (!known) return;
  // A start that finds the demonstration does not wait for these modules.
  const { putDemoDesk } = await import('./demo-desk.ts');
  await putDemoDesk(deps, source, known.id);
}

async function refresh(deps: DemoDeps, customer: Customer): Promise<void> {
  if (customer.folder !== null) await putDemoForecasts(deps, customer, DEMO_PLANTS);
  await putDemoPrices(deps.prices, customer.id, deps.clock());
}

/** The demonstration shows the models 7 and 8 too, unless somebody has set its models. */
async function addStrategies(
  { strategies, clock }: DemoDeps,
  source: AuditSource,
  customerId: string,
): Promise<void> {
  const owner = { customerId, ...DEMO_PORTFOLIO };
  if (await strategies.get(owner)) return;
  const shown = [7, 8].map((idmodel) => ({ idmodel, enabled: true }));
  await setStrategies({ strategies, clock }, source, owner, shown);
}

async function addPlant(
  deps: DemoDeps,
  source: AuditSource,
  customer: Customer,
  fields: PlantFields,
): Promise<void> {
  try {
    await createPlant(deps, source, customer.id, {
      fields,
      valid: fields,
      problems: new FieldProblems(),
    });
  } catch (error) {
    // The name is taken: another process was first.
    if (!isSolanoError(error, 'invalid_fields')) throw error;
  }
}

async function demoCustomer(deps: DemoDeps, source: AuditSource): Promise<Customer> {
  if (!(await deps.customers.byName(DEMO_CUSTOMER))) {
    try {
      await addCustomer(deps, source, DEMO_CUSTOMER);
    } catch (error) {
      // Another process was first: what counts is that there is one.
      if (!isSolanoError(error, 'already_exists')) throw error;
    }
  }
  return setPermission(deps, source, DEMO_CUSTOMER, 'prices', true);
}

async function hasWorkingKey(deps: DemoDeps, customer: Customer): Promise<boolean> {
  const token = await deps.keyFile.read();
  if (token === undefined) return false;
  try {
    return (await authenticate(deps, token)).customer.id === customer.id;
  } catch (error) {
    if (isSolanoError(error, 'store_unavailable') || isSolanoError(error, 'store_full'))
      throw error;
    return false;
  }
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
    ...PLANT_DEFAULTS,
    name,
    lat,
    lon,
    installedCapacityMw: megawatts,
    nominalCapacityMw: megawatts,
    area: 'ES',
    technologyType,
    agrupation: '',
    customerDisplayName: 'Demo',
    timezone,
  };
}
