import { DAY_MS, HOUR_MS } from '@solano/domain/kernel';
import { type Lesson, learnEnsemble, pinballOf, rearrange } from '@solano/domain/kernel/learning';
import { LEVEL_SCORES, LEVEL_SHARES } from '../levels.ts';
import { columnsOf } from './columns.ts';
import { otherFields } from './fields.ts';
import { type Method, methodOf } from './methods.ts';
import type { PlantHistory } from './plant-history.ts';
import type { PlantModel } from './plant-model.ts';
import { type Moment, type PlantView, viewOf } from './plant-view.ts';
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

/** What a plant is learned from; its weather is no longer needed. */
export interface PlantLesson
  extends Pick<PlantModel, 'learnedAt' | 'technology' | 'curve' | 'otherFields' | 'neighbours'> {
  readonly lesson: Lesson;
  /** Starts of the hours (ms) of the rows. */
  readonly hours: readonly number[];
  readonly trace: Omit<PlantModel['trace'], 'score'>;
  /** Mean pinball loss of the physical method in the last 30 days. */
  readonly physicalScore: number;
}

/**
 * What can be learned of how a plant's power follows from weather, time and its last measured power, from what was
 * known at an instant (ms). Undefined where fewer than 60 days have production and weather.
 */
export function plantLesson(history: PlantHistory, at: number): PlantLesson | undefined {
  const method = methodOf(history.plant);
  const parts = viewOf(history);
  const known = knownHours(parts, method, at);
  if (known.length < MIN_HOURS) return undefined;
  const moments = drawMoments(
    known.filter((hour) => !method.isNight(hour)),
    parts.weather,
    at,
  );
  const hours = moments.map(({ hour }) => hour);
  const y = Float64Array.from(hours, (hour) => parts.production.share(hour));
  const quantities = moments.map(({ hour, newest }) =>
    method.quantity(parts.weather, newest, hour),
  );
  const newest = parts.weather.newestAt(at);
  const names = parts.weather.runs.slice(0, newest + 1).flatMap((run) => Object.keys(run.fields));
  const view: PlantView = {
    ...parts,
    curve: fitCurve(Float64Array.from(quantities), y),
    otherFields: otherFields(new Set(names)),
  };
  const columns = columnsOf(moments, (moment) => method.features(view, moment));
  const folds = Uint8Array.from(hours, (hour) => {
    return Math.floor((at - hour) / (FOLD_DAYS * DAY_MS)) % FOLDS;
  });
  const rows = lastRows(hours, at);
  const physical = columnsOf(
    rows.map((row) => moments[row] as Moment),
    (moment) => method.physical(parts.weather, moment, LEVEL_SCORES),
  );
  rearrange(physical);
  return {
    learnedAt: at,
    technology: history.plant.technology,
    curve: view.curve,
    otherFields: view.otherFields,
    neighbours: history.neighbours.length,
    lesson: { columns, y, folds },
    hours,
    trace: {
      hours: known.length,
      from: known[0] as number,
      to: (known.at(-1) as number) + HOUR_MS,
      weatherRuns: newest + 1,
      features: columns.length,
      calibratedBy: moments.length,
    },
    physicalScore: meanOf(
      rows.map((row, i) => pinballOf(physical, LEVEL_SHARES, i, y[row] as number)),
    ),
  };
}

/** Learns a plant. The same lesson gives the same model. */
export function learnLesson({
  lesson,
  hours,
  physicalScore,
  trace,
  ...plant
}: PlantLesson): PlantModel {
  const { ensemble, leftOut } = learnEnsemble(lesson, LEVEL_SHARES, SETTINGS);
  const losses = lastRows(hours, plant.learnedAt).map((row) => {
    return pinballOf(leftOut, LEVEL_SHARES, row, lesson.y[row] as number);
  });
  const score = { learned: meanOf(losses), physical: physicalScore };
  const preferred = score.learned <= score.physical ? 'learned' : 'physical';
  return { ...plant, preferred, ensemble, trace: { ...trace, score } };
}

/** {@link plantLesson} and {@link learnLesson} in one. */
export function learnPlant(history: PlantHistory, at: number): PlantModel | undefined {
  const lesson = plantLesson(history, at);
  return lesson && learnLesson(lesson);
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

/** The rows of the last 30 days. */
function lastRows(hours: readonly number[], at: number): number[] {
  return [...hours.keys()].filter((row) => (hours[row] as number) >= at - FOLD_DAYS * DAY_MS);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
