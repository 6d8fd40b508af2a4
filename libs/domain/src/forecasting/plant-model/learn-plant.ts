import { DAY_MS, HOUR_MS } from '@solano/domain/kernel';
import { type Learned, learnEnsemble, pinballOf, rearrange } from '@solano/domain/kernel/learning';
import { LEVEL_SCORES, LEVEL_SHARES } from '../levels.ts';
import { columnsOf } from './columns.ts';
import { type Method, methodOf } from './methods.ts';
import type { PlantHistory } from './plant-history.ts';
import type { PlantModel } from './plant-model.ts';
import { type Moment, otherFields, type PlantView, viewOf } from './plant-view.ts';
import { fitCurve } from './response-curve.ts';
import { drawMoments } from './training-moments.ts';

/** Fewer hours with production and weather are not learned from. */
const MIN_HOURS = 60 * 24;
/** The past is left out by parts of so many days, counted from the end: the first are those of the score. */
const FOLD_DAYS = 30;
const FOLDS = 4;
const SETTINGS = {
  boosting: {
    trees: 120,
    rate: 0.06,
    rowShare: 0.4,
    maxLeaves: 16,
    minLeafRows: 30,
    featureShare: 0.3,
  },
  network: { hidden: 48, samples: 130_000, maxEpochs: 14, batch: 64, rate: 0.006, decay: 0.3 },
};

/**
 * Learns how a plant's power follows from weather, time and its last measured power, from what was known at an
 * instant (ms). The same inputs give the same model. Undefined where fewer than 60 days have production and weather.
 */
export function learnPlant(history: PlantHistory, at: number): PlantModel | undefined {
  const method = methodOf(history.plant);
  const parts = viewOf(history);
  const hours = knownHours(parts, method, at);
  if (hours.length < MIN_HOURS) return undefined;
  const moments = drawMoments(
    hours.filter((hour) => !method.isNight(hour)),
    parts.weather,
    at,
  );
  const y = Float64Array.from(moments, ({ hour }) => parts.production.share(hour));
  const quantities = moments.map(({ hour, newest }) =>
    method.quantity(parts.weather, newest, hour),
  );
  const newest = parts.weather.newestAt(at);
  const view: PlantView = {
    ...parts,
    curve: fitCurve(Float64Array.from(quantities), y),
    otherFields: otherFields(parts.weather, newest),
  };
  const columns = columnsOf(moments, (moment) => method.features(view, moment));
  const folds = Uint8Array.from(moments, ({ hour }) => {
    return Math.floor((at - hour) / (FOLD_DAYS * DAY_MS)) % FOLDS;
  });
  const learned = learnEnsemble({ columns, y, folds }, LEVEL_SHARES, SETTINGS);
  const score = scoreOf(learned, y, view, method, moments, at);
  return {
    learnedAt: at,
    technology: history.plant.technology,
    preferred: score.learned <= score.physical ? 'learned' : 'physical',
    curve: view.curve,
    otherFields: view.otherFields,
    neighbours: history.neighbours.length,
    ensemble: learned.ensemble,
    trace: {
      hours: hours.length,
      from: hours[0] as number,
      to: (hours.at(-1) as number) + HOUR_MS,
      weatherRuns: newest + 1,
      features: columns.length,
      score,
      calibratedBy: moments.length,
    },
  };
}

/** Starts of the hours whose production was known at an instant and which have weather. */
function knownHours(
  { production, weather }: Pick<PlantView, 'production' | 'weather'>,
  method: Method,
  at: number,
): number[] {
  const hours: number[] = [];
  for (let hour = production.start; hour <= production.newestAt(at); hour += HOUR_MS) {
    if (Number.isNaN(production.share(hour))) continue;
    const newest = weather.newestAt(hour);
    if (!Number.isNaN(method.quantity(weather, newest, hour))) hours.push(hour);
  }
  return hours;
}

/** Mean pinball loss of the last 30 days. */
function scoreOf(
  { leftOut }: Learned,
  y: Float64Array,
  { weather }: PlantView,
  method: Method,
  moments: readonly Moment[],
  at: number,
) {
  const rows = [...moments.keys()].filter((row) => {
    return (moments[row] as Moment).hour >= at - FOLD_DAYS * DAY_MS;
  });
  const physical = columnsOf(moments, (moment) => method.physical(weather, moment, LEVEL_SCORES));
  rearrange(physical);
  const meanOf = (quantiles: typeof leftOut) => {
    const losses = rows.map((row) => pinballOf(quantiles, LEVEL_SHARES, row, y[row] as number));
    return losses.reduce((sum, loss) => sum + loss, 0) / Math.max(1, rows.length);
  };
  return { learned: meanOf(leftOut), physical: meanOf(physical) };
}
