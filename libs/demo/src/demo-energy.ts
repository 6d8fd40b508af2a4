import type { Plant, PlantStore, UnavailabilityStore } from '@solano/domain/assets';
import {
  AvailablePower,
  type MeasuredSeries,
  type MeasurementStore,
  type PowerRun,
  type SeriesWindow,
} from '@solano/domain/energy';
import type { DeliveredForecastStore, PlantForecastVersion } from '@solano/domain/forecasting';
import {
  type Clock,
  DAY_MS,
  type Digest,
  dateAfter,
  dateAt,
  dayOf,
  HOUR_MS,
  MICRO,
  MINUTE_MS,
  madridInstant,
  startOfDate,
} from '@solano/domain/kernel';
import type { AuditSource, Customer } from '@solano/domain/service';
import { DEMO_GROUPS, DEMO_PORTFOLIO, DemoPower, demoConsumption } from './demo-power.ts';

/** Days of which the demonstration has measurements and forecasts when it is new. */
const HISTORY_DAYS = 400;
/** The last of them were delivered day by day, as a plant does it. */
const DAILY_DAYS = 16;
/** How long after a day its measurements are delivered. */
const MEASURED_AFTER_MS = 10 * MINUTE_MS;
/** Hour of the Madrid clock at which forecasts are delivered. */
const FORECAST_AT = 8;
/** Days that a forecast reaches ahead; of older ones the service keeps no more than the next day's. */
const FORECAST_DAYS = { recent: 3, old: 1 };
/** Days for which a forecast is recent. */
const RECENT_DAYS = 60;
const STEP = 15;
/**
 * The outages of a new demonstration: of which plant, in days from today and hours of the Madrid clock. One
 * has left its mark, one is going on, one comes next week.
 */
const OUTAGES = [
  { plant: 0, from: [-12, 7], to: [-12, 19], share: 1 / 3 },
  { plant: 0, from: [-1, 8], to: [1, 18], share: 1 / 2 },
  { plant: 1, from: [7, 10], to: [7, 16], share: 1 / 2 },
] as const;

export interface DemoEnergyDeps {
  readonly plants: Pick<PlantStore, 'byName'>;
  readonly unavailabilities: Pick<UnavailabilityStore, 'add' | 'count' | 'recordedAt'>;
  readonly measurements: Pick<MeasurementStore, 'record' | 'states'>;
  readonly deliveredForecasts: Pick<DeliveredForecastStore, 'record' | 'states'>;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly digest: Digest;
}

/**
 * Brings the synthetic measurements and forecasts of the demonstration's plants and of its portfolio up
 * to date: 400 days where there are none, else what has passed since. Errors: `store_unavailable`.
 *
 * @param names of its plants, in their order; those that are gone are left out.
 */
export async function putDemoEnergy(
  deps: DemoEnergyDeps,
  source: AuditSource,
  customer: Customer,
  names: readonly string[],
): Promise<void> {
  const plants: { readonly plant: Plant; readonly power: DemoPower }[] = [];
  for (const [seed, name] of names.entries()) {
    const plant = await deps.plants.byName(customer.id, name);
    if (plant) plants.push({ plant, power: new DemoPower(plant, seed) });
  }
  await addOutages(deps, source, customer, plants);
  const measured: DemoSeries[] = [];
  for (const { plant, power } of plants) {
    const available = await availablePower(deps, plant);
    const mw = (at: number) =>
      available.at(at, at + 1, Math.round(power.produced(at) * MICRO)) / MICRO;
    measured.push({ series: { kind: 'production', plantId: plant.id }, mw });
    await putForecasts(deps, customer, plant, power);
  }
  for (const group of DEMO_GROUPS) {
    measured.push({
      series: { kind: 'consumption', ...DEMO_PORTFOLIO, group },
      mw: (at) => demoConsumption(group, at),
    });
  }
  await putMeasured(deps, source, customer, measured);
}

/** A series, and the MW that it has at an instant (ms). */
interface DemoSeries {
  readonly series: MeasuredSeries;
  readonly mw: (at: number) => number;
}

/** Adds {@link OUTAGES} where the customer has none at all. */
async function addOutages(
  deps: DemoEnergyDeps,
  source: AuditSource,
  { id: customerId }: Customer,
  plants: readonly { readonly plant: Plant }[],
): Promise<void> {
  if ((await deps.unavailabilities.count(customerId, undefined)) > 0) return;
  const now = deps.clock();
  const at = ([day, hour]: readonly [number, number]) => {
    const date = dateAfter(dateAt(now.getTime()), day);
    return new Date(madridInstant(dayOf(date), hour)).toISOString();
  };
  for (const { plant: place, from, to, share } of OUTAGES) {
    const plant = plants[place]?.plant;
    if (!plant) continue;
    const id = deps.newId();
    const record = {
      id,
      customerId,
      plantName: plant.name,
      start: at(from),
      end: at(to),
      availablePowerMw: Math.round(Number(plant.nominalCapacityMw) * share),
      availabilityType: 'UNAVAILABILITY',
      observations: 'Demo',
      sourceUnit: null,
      sourceValue: null,
      timezoneSource: null,
      createdAt: now,
      updatedAt: now,
    } as const;
    const action = 'unavailability.create';
    await deps.unavailabilities.add(record, {
      ...source,
      at: now,
      action,
      customerId,
      subject: id,
    });
  }
}

/** What remains of a plant's power with its outages. */
async function availablePower(
  { unavailabilities, clock }: DemoEnergyDeps,
  { id, customerId, nominalCapacityMw }: Plant,
): Promise<AvailablePower> {
  const now = clock();
  const window = { from: new Date(now.getTime() - HISTORY_DAYS * DAY_MS), to: now };
  const outages = await unavailabilities.recordedAt(customerId, [id], window, now);
  return new AvailablePower(outages, Number(nominalCapacityMw));
}

/** Records the days that have passed since the last one that is known, all series of a day together. */
async function putMeasured(
  deps: DemoEnergyDeps,
  source: AuditSource,
  { id: customerId, name: subject }: Customer,
  measured: readonly DemoSeries[],
): Promise<void> {
  const now = deps.clock();
  const today = dateAt(now.getTime());
  const firsts = new Map<string, DemoSeries[]>();
  for (const each of measured) {
    const first = await firstDay(deps, customerId, each, today);
    firsts.set(first, [...(firsts.get(first) ?? []), each]);
  }
  for (const [first, own] of firsts) {
    for (const { from, to, deliveredAt } of deliveriesOf(first, today, now)) {
      const values = own.map(({ series, mw }) => ({
        series,
        runs: [measuredRun({ from, to }, mw)],
      }));
      const entry = { ...source, at: now, action: 'demo.prepare', customerId, subject } as const;
      await deps.measurements.record({ customerId, deliveredAt }, values, entry);
    }
  }
}

/** The first Madrid day of which a series has nothing yet. */
async function firstDay(
  { measurements }: DemoEnergyDeps,
  customerId: string,
  { series }: DemoSeries,
  today: string,
): Promise<string> {
  const filter =
    series.kind === 'production'
      ? ({ kind: 'production', plantIds: [series.plantId] } as const)
      : series;
  const [state] = await measurements.states(customerId, filter);
  return state ? dateAt(state.lastEnd.getTime()) : dateAfter(today, -HISTORY_DAYS);
}

interface Delivery extends SeriesWindow {
  readonly deliveredAt: Date;
}

/** The deliveries of the whole days from one on to yesterday: the last ones each soon after it. */
function* deliveriesOf(first: string, today: string, now: Date): Generator<Delivery> {
  const daily = dateAfter(today, -DAILY_DAYS);
  if (first < daily) {
    yield deliveryOf({ from: startOfDate(first), to: startOfDate(daily) });
  }
  for (let day = first < daily ? daily : first; day < today; day = dateAfter(day, 1)) {
    const delivery = deliveryOf({ from: startOfDate(day), to: startOfDate(dateAfter(day, 1)) });
    if (delivery.deliveredAt > now) return;
    yield delivery;
  }
}

function deliveryOf(window: SeriesWindow): Delivery {
  return { ...window, deliveredAt: new Date(window.to + MEASURED_AFTER_MS) };
}

function measuredRun({ from, to }: SeriesWindow, mw: (at: number) => number): PowerRun {
  const length = (to - from) / (STEP * MINUTE_MS);
  const microMw = Float64Array.from({ length }, (_, i) => {
    return kilowatts(mw(from + (i + 0.5) * STEP * MINUTE_MS));
  });
  return { start: from, step: STEP, microMw };
}

/** Micro-MW of whole kW, as meters give them. */
function kilowatts(mw: number): number {
  return Math.round(mw * 1_000) * (MICRO / 1_000);
}

/** Records the forecasts of the mornings that have passed since the last one that is known. */
async function putForecasts(
  { deliveredForecasts, clock, digest }: DemoEnergyDeps,
  { id: customerId }: Customer,
  plant: Plant,
  power: DemoPower,
): Promise<void> {
  const now = clock();
  const today = dateAt(now.getTime());
  const [state] = await deliveredForecasts.states(customerId, [plant.id]);
  const recent = dateAfter(today, -RECENT_DAYS);
  const newest = state?.knownAt.find((time) => isMorning(time));
  const first = newest ? dateAfter(dateAt(newest.getTime()), 1) : dateAfter(today, -HISTORY_DAYS);
  const versions: PlantForecastVersion[] = [];
  for (let day = first; day <= today; day = dateAfter(day, 1)) {
    const knownAt = new Date(madridInstant(dayOf(day), FORECAST_AT));
    if (knownAt > now) break;
    const file = digest(JSON.stringify(['demo', plant.id, day]));
    const ahead = day < recent ? FORECAST_DAYS.old : FORECAST_DAYS.recent;
    versions.push({ plantId: plant.id, file, knownAt, runs: [forecastRun(power, knownAt, ahead)] });
  }
  if (versions.length > 0) await deliveredForecasts.record(customerId, versions);
}

/** Whether a forecast is one of those that are recorded here, and no file of the customer's folder. */
function isMorning(knownAt: Date): boolean {
  return knownAt.getTime() === madridInstant(dayOf(dateAt(knownAt.getTime())), FORECAST_AT);
}

/** The hours of some days from the one after the forecast was made on. */
function forecastRun(power: DemoPower, madeAt: Date, days: number): PowerRun {
  const day = dateAt(madeAt.getTime());
  const [from, to] = [dateAfter(day, 1), dateAfter(day, 1 + days)].map(startOfDate) as [
    number,
    number,
  ];
  const microMw = Float64Array.from({ length: (to - from) / HOUR_MS }, (_, i) => {
    return kilowatts(power.expected(madeAt.getTime(), from + (i + 0.5) * HOUR_MS));
  });
  return { start: from, step: 60, microMw };
}
