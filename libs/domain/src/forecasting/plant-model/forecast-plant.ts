import { HOUR_MS } from '@solano/domain/kernel';
import { predictEnsemble, rearrange } from '@solano/domain/kernel/learning';
import type { PowerDistribution } from '../distributions/own-forecast.ts';
import { LEVEL_SCORES, LEVEL_SHARES } from '../levels.ts';
import { columnsOf, featuresOf } from './columns.ts';
import { KnownWeather } from './known-weather.ts';
import { hourOf, type Method, methodOf } from './methods.ts';
import type { PlantHistory } from './plant-history.ts';
import type { PlantModel } from './plant-model.ts';
import { type Moment, momentOf, type PlantView, viewOf } from './plant-view.ts';

const HORIZON_HOURS = 168;

/**
 * The distribution of each hour, from the one that holds an instant (ms) on, which the weather known then reaches, at
 * most seven days. Without weather: seven days of sun, and undefined for wind.
 *
 * @param model of the same plant; undefined: the physical method.
 */
export function forecastPlant(
  model: PlantModel | undefined,
  history: PlantHistory,
  at: number,
): PowerDistribution | undefined {
  const method = methodOf(history.plant);
  const parts = viewOf(history);
  const moments = momentsAhead(parts, method, at);
  const first = moments[0];
  if (!first) return undefined;
  const hasWeather = !Number.isNaN(method.quantity(parts.weather, first.newest, first.hour));
  const neighbours = history.neighbours.map((runs) => new KnownWeather(runs));
  const isLearned = model?.preferred === 'learned' && hasWeather;
  const shares = isLearned
    ? learned(model, { ...parts, ...model }, neighbours, method, moments)
    : columnsOf(moments, (moment) => method.physical(parts.weather, moment, LEVEL_SCORES));
  rearrange(shares);
  const run = parts.weather.runs[first.newest];
  return {
    method: isLearned ? 'learned' : 'physical',
    weather: run && hasWeather ? { source: run.source, issuedAt: run.issuedAt } : undefined,
    start: first.hour,
    mw: shares.map((ofLevel) => {
      return ofLevel.map((share, i) => {
        return method.isNight((moments[i] as Moment).hour) ? 0 : share * history.plant.installedMw;
      });
    }),
  };
}

/** The hours ahead from the first to the last before one without weather; all of them where no weather is needed and none there. */
function momentsAhead(
  { weather }: Pick<PlantView, 'weather'>,
  method: Method,
  at: number,
): Moment[] {
  const now = hourOf(at);
  const all = Array.from({ length: HORIZON_HOURS }, (_, i) =>
    momentOf(weather, now + i * HOUR_MS, at),
  );
  const hasWeather = all.map(
    ({ newest, hour }) => !Number.isNaN(method.quantity(weather, newest, hour)),
  );
  const from = hasWeather.indexOf(true);
  if (from < 0) return method.worksWithoutWeather ? all : [];
  const to = hasWeather.indexOf(false, from);
  return all.slice(from, to < 0 ? undefined : to);
}

function learned(
  model: PlantModel,
  view: PlantView,
  neighbours: readonly KnownWeather[],
  method: Method,
  moments: readonly Moment[],
): Float64Array[] {
  const columns = featuresOf(moments, (moment) => {
    const around = neighbours.flatMap((weather) => method.neighbour(weather, moment));
    return method.features(view, moment, around);
  });
  return predictEnsemble(model.ensemble, columns, LEVEL_SHARES);
}
