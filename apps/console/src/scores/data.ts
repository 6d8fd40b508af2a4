import { ApiError } from '../api/api-error.ts';
import { api, dataOf } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';
import type { Days } from '../time/days.ts';
import { addDays, dayOf, MADRID } from '../time/zone.ts';

export type PlantScore = Awaited<ReturnType<typeof loadScore>>;
type ForecastSeries = Awaited<ReturnType<typeof loadSeries>>;
type Origin = PlantScore['origins'][number]['origin'];
export type ScoreSummary = Awaited<ReturnType<typeof loadScores>>[number];

/** How often a page asks whether something is late. */
const REFRESH_MS = 5 * 60_000;

/** The scores of a plant's forecasts; undefined days request none. */
export function usePlantScore(id: string, days: Days | undefined, lead: string): Query<PlantScore> {
  const query = { ...days, lead };
  return useQuery(days && `score ${id} ${JSON.stringify(query)}`, () => loadScore(id, query));
}

function loadScore(id: string, query: Partial<Days> & { readonly lead: string }) {
  return dataOf(api.GET('/api/v0/plants/{id}/score', { params: { path: { id }, query } }));
}

/** The scores of all plants, and when each last delivered. */
export function useScores(days: Days): Query<ScoreSummary[]> {
  return useQuery(`scores ${JSON.stringify(days)}`, () => loadScores(days), REFRESH_MS);
}

function loadScores(query: Days & { readonly lead?: string }) {
  return dataOf(api.GET('/api/v0/plants/scores', { params: { query } }));
}

/**
 * Throws a 404 unless the service made a forecast of some of the plants for today or tomorrow: a browser reports each 404 of
 * the service as an error of the page.
 *
 * @param plants ids.
 */
async function requireOwnForecast(plants: readonly string[]): Promise<void> {
  const from = dayOf(Date.now(), MADRID);
  const scores = await loadScores({ from, to: addDays(from, 1), lead: '0' });
  const hasOwn = scores.some(({ id, origins }) => {
    return plants.includes(id) && origins.some(({ origin }) => origin === 'solano');
  });
  if (!hasOwn) throw new ApiError(404, '');
}

interface SeriesQuery extends Days {
  readonly lead: string;
  readonly resolution: 15 | 60;
  readonly origin: Origin;
}

/** Levels of the band that charts show. */
const QUANTILES = '10,90';

/** The forecast of each period as it was known by a lead. */
export function useForecastSeries(id: string, query: SeriesQuery): Query<ForecastSeries> {
  return useQuery(`score-series ${id} ${JSON.stringify(query)}`, () => loadSeries(id, query));
}

/** Whether the service has a forecast of a plant for today or tomorrow; an empty series is no error of the page. */
async function hasForecast(id: string): Promise<boolean> {
  const from = dayOf(Date.now(), MADRID);
  const days = { from, to: addDays(from, 1) };
  const { rows } = await loadSeries(id, { ...days, lead: '0', resolution: 60, origin: 'solano' });
  return rows.length > 0;
}

function loadSeries(id: string, query: SeriesQuery) {
  return dataOf(
    api.GET('/api/v0/plants/{id}/forecast/series', {
      params: { path: { id }, query: { ...query, quantiles: QUANTILES } },
    }),
  );
}

/** A period of a forecast, with its band where it has one. */
export type ForecastPeriod = ForecastSeries['rows'][number];
export type PortfolioForecast = Awaited<ReturnType<typeof loadPortfolio>>;

/** The newest forecast of the service of a plant; null where it has none. */
export function useNewestForecast(id: string) {
  return useQuery(`own-forecast ${id}`, async () =>
    (await hasForecast(id)) ? loadNewest(id) : null,
  );
}

function loadNewest(id: string) {
  const query = { origin: 'solano' as const, quantiles: QUANTILES };
  return dataOf(api.GET('/api/v0/plants/{id}/forecast', { params: { path: { id }, query } }));
}

/**
 * The sum of the service’s forecasts of the plants of an agrupation, of all if it is empty.
 *
 * @param plants the ids of these.
 */
export function usePortfolioForecast(
  agrupation: string,
  plants: readonly string[],
): Query<PortfolioForecast> {
  return useQuery(`portfolio-forecast ${agrupation}`, () => loadPortfolio(agrupation, plants));
}

async function loadPortfolio(agrupation: string, plants: readonly string[]) {
  await requireOwnForecast(plants);
  const query = { quantiles: QUANTILES, ...(agrupation && { agrupation }) };
  return dataOf(api.GET('/api/v0/plants/forecast', { params: { query } }));
}
