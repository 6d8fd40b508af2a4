import {
  compareCodePoints,
  DAY_MS,
  HOUR_MS,
  invalidRequest,
  requireDayOrder,
} from '@solano/domain/kernel';
import type { Portfolio } from '@solano/domain/service';
import type { ConsumptionSeries, MeasuredSeries, SeriesFilter } from './measured-series.ts';
import type { MeasurementStore } from './measurement-store.ts';
import { type PowerPeriod, SLOT_MS } from './power-run.ts';
import { deliveredPower, type SeriesWindow, windowOfDays } from './power-series.ts';

/** Which values a list has. */
export interface MeasurementQuery {
  /** Madrid days (`YYYY-MM-DD`), both included. */
  readonly from: string;
  readonly to: string;
  /** Minutes; undefined: the periods as they were delivered. */
  readonly resolution?: 15 | 30 | 60 | undefined;
  /** Undefined: what counts now. */
  readonly asOf?: Date | undefined;
}

/** Periods of a series, in order of time. */
export interface MeasuredPart {
  readonly series: MeasuredSeries;
  /** Made as they are read. */
  readonly periods: Iterable<PowerPeriod>;
}

/** Rows of a list. */
const MAX_ROWS = 1_000_000;
/** Of a series that is longer, parts of this length are read one after the other. */
const PART_MS = 400 * DAY_MS;

/**
 * The measured power of series, one after the other, in order of time; a period without a value is
 * left out. Read as it is used. Errors: `invalid_request` for days out of order and for more than a million rows,
 * `store_unavailable`.
 */
export async function listMeasurements(
  measurements: Pick<MeasurementStore, 'runs' | 'states'>,
  customerId: string,
  filter: SeriesFilter,
  { resolution, asOf, ...days }: MeasurementQuery,
): Promise<AsyncGenerator<MeasuredPart>> {
  requireDayOrder(days.from, days.to);
  const states = await measurements.states(customerId, filter);
  const [from, to] = [
    Math.min(...states.map(({ firstStart }) => firstStart.getTime())),
    Math.max(...states.map(({ lastEnd }) => lastEnd.getTime())),
  ];
  const asked = windowOfDays(days);
  // Madrid is at whole hours from UTC.
  const window = {
    from: Math.max(asked.from, Math.floor(from / HOUR_MS) * HOUR_MS),
    to: Math.min(asked.to, Math.ceil(to / HOUR_MS) * HOUR_MS),
  };
  const list = () => periodsOf(measurements, customerId, filter, { window, resolution, asOf });
  const mostRows = (states.length * Math.max(0, window.to - window.from)) / SLOT_MS;
  if (mostRows > MAX_ROWS) await requireFewRows(list());
  return list();
}

async function requireFewRows(parts: AsyncIterable<MeasuredPart>): Promise<void> {
  let rows = 0;
  for await (const { periods } of parts) {
    for (const _ of periods) rows += 1;
    if (rows > MAX_ROWS) {
      throw invalidRequest(
        `The response would have more than ${MAX_ROWS} rows: ask for fewer days.`,
      );
    }
  }
}

interface Part extends Pick<MeasurementQuery, 'resolution' | 'asOf'> {
  readonly window: SeriesWindow;
}

async function* periodsOf(
  measurements: Pick<MeasurementStore, 'runs' | 'states'>,
  customerId: string,
  filter: SeriesFilter,
  part: Part,
): AsyncGenerator<MeasuredPart> {
  const { from, to } = part.window;
  if (to <= from) return;
  if (to - from <= PART_MS) {
    yield* partOf(measurements, customerId, filter, part);
    return;
  }
  for (const { series } of await measurements.states(customerId, filter)) {
    for (let start = from; start < to; start += PART_MS) {
      const window = { from: start, to: Math.min(to, start + PART_MS) };
      yield* partOf(measurements, customerId, only(series), { ...part, window });
    }
  }
}

async function* partOf(
  measurements: Pick<MeasurementStore, 'runs'>,
  customerId: string,
  filter: SeriesFilter,
  { window, resolution, asOf }: Part,
): AsyncGenerator<MeasuredPart> {
  for await (const { series, runs } of measurements.runs(customerId, filter, window)) {
    const power = deliveredPower(runs, window, asOf?.getTime());
    yield { series, periods: resolution ? power.resampled(resolution) : power.delivered() };
  }
}

/** A filter of one series. */
function only(series: MeasuredSeries): SeriesFilter {
  return series.kind === 'production' ? { kind: 'production', plantIds: [series.plantId] } : series;
}

const MAX_PORTFOLIOS = 100;

/** A group of which consumption was delivered. */
export interface DeliveredConsumption extends ConsumptionSeries {
  /** Start of the earliest period that was ever delivered. */
  readonly firstStart: Date;
}

/** Knows the groups of which a customer's consumption was ever delivered, in any order. */
export interface PortfolioSource {
  consumptions(customerId: string): Promise<DeliveredConsumption[]>;
}

/** A portfolio, and the start of the earliest period of its groups. */
export interface DeliveredPortfolio extends Portfolio {
  readonly firstStart: Date;
}

/** The portfolios of which consumption was delivered, by name, 100 at most. Errors: `store_unavailable`. */
export async function listPortfolios(
  source: PortfolioSource,
  customerId: string,
): Promise<DeliveredPortfolio[]> {
  const distinct = new Map<string, DeliveredPortfolio>();
  for (const { user, retailer, firstStart } of await source.consumptions(customerId)) {
    const key = JSON.stringify([user, retailer]);
    const before = distinct.get(key)?.firstStart ?? firstStart;
    const first = before < firstStart ? before : firstStart;
    distinct.set(key, { user, retailer, firstStart: first });
  }
  return [...distinct.values()]
    .sort((a, b) => compareCodePoints(a.user, b.user) || compareCodePoints(a.retailer, b.retailer))
    .slice(0, MAX_PORTFOLIOS);
}
