import { DAY_MS, dateAfter, dateAt, QUARTER_MS, startOfDate } from '@solano/domain/kernel';
import type { Portfolio } from '@solano/domain/service';
import type { ConsumptionSeries } from '../measurements/measured-series.ts';
import type { MeasurementStore, SeriesRuns } from '../measurements/measurement-store.ts';
import { SLOT_MS } from '../measurements/power-run.ts';
import {
  deliveredPower,
  type PowerSeries,
  type SeriesWindow,
} from '../measurements/power-series.ts';
import { portfolioSettings } from '../settings/change-settings.ts';
import { groupEnd, lossFactor, type PortfolioSettings } from '../settings/settings.ts';
import type { EnergySettingsStore } from '../settings/settings-store.ts';

export interface ConsumptionDeps {
  readonly measurements: Pick<MeasurementStore, 'runs'>;
  readonly energySettings: Pick<EnergySettingsStore, 'ofPortfolio'>;
}

const SLOTS_PER_QUARTER = QUARTER_MS / SLOT_MS;

/** Units of {@link busbarConsumption} in a MWh: micro-MW × millionths of the loss factor × slots of an hour. */
export const CONSUMED_PER_MWH = 12_000_000_000_000n;

/**
 * What a portfolio consumed in each quarter hour of a window, losses included, exact: whole numbers of 1 /
 * {@link CONSUMED_PER_MWH} MWh; undefined where a group that counts has no value, and where none counts.
 * A group counts from its first value on until it ends. Errors: `store_unavailable`.
 *
 * @param window whole Madrid days.
 */
export async function busbarConsumption(
  deps: ConsumptionDeps,
  customerId: string,
  portfolio: Portfolio,
  window: SeriesWindow,
): Promise<(bigint | undefined)[]> {
  const settings = await portfolioSettings(deps, customerId, portfolio);
  const length = (window.to - window.from) / QUARTER_MS;
  const sums = new Float64Array(length);
  const counting = new Uint8Array(length);
  const filter = { kind: 'consumption', ...portfolio } as const;
  for await (const series of deps.measurements.runs(customerId, filter, window)) {
    const power = deliveredPower(series.runs, window);
    const quarters = quarterSums(power);
    const end = groupEnd(settings, (series.series as ConsumptionSeries).group);
    const first = await firstCounting(deps, customerId, series, power);
    for (let i = first; i < length && window.from + i * QUARTER_MS < end; i += 1) {
      sums[i] = (sums[i] as number) + (quarters[i] as number);
      counting[i] = 1;
    }
  }
  return raised(sums, counting, window, settings);
}

/** The values of each quarter hour added up, micro-MW × slots; NaN where one is missing. */
function quarterSums({ slots }: PowerSeries): Float64Array {
  const sums = new Float64Array(slots.length / SLOTS_PER_QUARTER);
  for (let slot = 0, i = 0; slot < slots.length; slot += 1) {
    sums[i] = (sums[i] as number) + (slots[slot] as number);
    if ((slot + 1) % SLOTS_PER_QUARTER === 0) i += 1;
  }
  return sums;
}

/** The quarter hour of the window from which on a group counts; past its end where there is none. */
async function firstCounting(
  deps: ConsumptionDeps,
  customerId: string,
  { series, firstStart }: SeriesRuns,
  { slots, window }: PowerSeries,
): Promise<number> {
  const valued = slots.findIndex((each) => !Number.isNaN(each));
  if (valued === 0) return 0;
  const from = Math.floor(firstStart.getTime() / QUARTER_MS) * QUARTER_MS;
  const before = { from, to: window.from };
  if (await hasValue(deps.measurements, customerId, series as ConsumptionSeries, before)) return 0;
  // A quarter hour that has a part of its values counts, and is missing.
  const slot = valued < 0 ? slots.length : valued;
  return Math.floor(slot / SLOTS_PER_QUARTER);
}

/** Days that are searched at once. */
const PART_MS = 100 * DAY_MS;

/** Whether a group has a value in a window: one that was taken back is none. */
async function hasValue(
  measurements: ConsumptionDeps['measurements'],
  customerId: string,
  series: ConsumptionSeries,
  { from, to }: SeriesWindow,
): Promise<boolean> {
  for (let start = from; start < to; start += PART_MS) {
    const part = { from: start, to: Math.min(to, start + PART_MS) };
    for await (const { runs } of measurements.runs(customerId, series, part)) {
      if (runs.some(({ takenBackAt }) => takenBackAt === undefined)) return true;
    }
  }
  return false;
}

/** The sums with the losses of their days. */
function raised(
  sums: Float64Array,
  counting: Uint8Array,
  { from }: SeriesWindow,
  settings: PortfolioSettings,
): (bigint | undefined)[] {
  let [factor, until] = [0n, from];
  return Array.from(sums, (sum, i) => {
    const start = from + i * QUARTER_MS;
    if (start >= until) {
      const day = dateAt(start);
      factor = BigInt(lossFactor(settings, day));
      until = startOfDate(dateAfter(day, 1));
    }
    return counting[i] === 0 || Number.isNaN(sum) ? undefined : BigInt(sum) * factor;
  });
}
