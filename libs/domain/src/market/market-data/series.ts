import { dayOf, MINUTE_MS, madridInstant, quartersOfDate } from '@solano/domain/kernel';
import { AUCTIONS_SINCE, MARKETS, type Market, rulesOf } from '../markets/sessions.ts';
import { coveredQuarters } from '../prices/past-errors.ts';

/** Day-ahead forecasts for peninsular Spain, in MW: demand, wind and solar generation. */
export const FUNDAMENTALS = ['demand', 'wind', 'solar'] as const;
export type Fundamental = (typeof FUNDAMENTALS)[number];

/** A series that sources publish day by day: the prices of a market, or a fundamental. */
export type SeriesName = Market | Fundamental;
export const SERIES: readonly SeriesName[] = [...MARKETS, ...FUNDAMENTALS];

/** When a day's document usually appears: days before delivery, and the Madrid time of that day. */
interface PublicationTime {
  readonly daysBefore: number;
  readonly hour: number;
  readonly minute: number;
}

const FORECAST: PublicationTime = { daysBefore: 1, hour: 11, minute: 0 };
const PUBLICATION_TIMES: Readonly<Record<SeriesName, PublicationTime>> = {
  md_pdbc_spain: { daysBefore: 1, hour: 13, minute: 30 },
  mid_pibc01_spain: { daysBefore: 1, hour: 16, minute: 0 },
  mid_pibc02_spain: { daysBefore: 1, hour: 23, minute: 0 },
  mid_pibc03_spain: { daysBefore: 0, hour: 11, minute: 0 },
  demand: FORECAST,
  wind: FORECAST,
  solar: FORECAST,
};

/** How long after its expected time a document is late. */
export const LATE_AFTER_MS = 60 * MINUTE_MS;

export function isMarket(series: SeriesName): series is Market {
  return MARKETS.some((market) => market === series);
}

/** The instant (ms) at which the document of a Madrid day (`YYYY-MM-DD`) is expected. */
export function expectedAt(series: SeriesName, date: string): number {
  const { daysBefore, hour, minute } = PUBLICATION_TIMES[series];
  return madridInstant(dayOf(date), hour, daysBefore) + minute * MINUTE_MS;
}

/** Whether a market was held at all for a delivery day. */
export function isTraded(market: Market, date: string): boolean {
  return market === 'md_pdbc_spain' || date >= AUCTIONS_SINCE;
}

/** The ends (ms) of the quarter hours that a whole document of a day covers. */
export function quartersOfSeries(series: SeriesName, date: string): number[] {
  return isMarket(series) ? coveredQuarters(rulesOf(series), date) : quartersOfDate(date);
}
