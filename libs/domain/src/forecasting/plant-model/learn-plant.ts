import { DAY_MS, HOUR_MS } from '@solano/domain/kernel';
import { type Lesson, learnEnsemble, pinballOf, rearrange } from '@solano/domain/kernel/learning';
import { LEVEL_SCORES, LEVEL_SHARES } from '../levels.ts';
import { otherFields } from '../weather/used-fields.ts';
import type { WeatherRun } from '../weather/weather-run.ts';
import { columnsOf, featuresOf } from './columns.ts';
import { KnownWeather } from './known-weather.ts';
import { type Method, methodOf } from './methods.ts';
import type { OwnHistory, PlantHistory } from './plant-history.ts';
import type { PlantModel } from './plant-model.ts';
import { type Moment, type PlantParts, type PlantView, viewOf } from './plant-view.ts';
import { fitCurve } from './response-curve.ts';
import { drawMoments } from './training-moments.ts';

/** Fewer hours with production and weather are not learned from. */
const MIN_HOURS = 60 * 24;
/** The past is left out by parts of so many days, counted from the end: the first are those of the score. */
const FOLD_DAYS = 30;
const FOLDS = 4;
const BOOSTING = { trees: 120, rate: 0.06, rowShare: 0.4, maxLeaves: 16, featureShare: 0.3 };
const NETWORK = { hidden: 48, samples: 130_000, batch: 64, rate: 0.006, decay: 0.3 };
/** The sun has half the hours. */
const SETTINGS = {
  wind: {
    boosting: { ...BOOSTING, minLeafRows: 30 },
    network: { ...NETWORK, maxEpochs: 14 },
  },
  solar: {
    boosting: { ...BOOSTING, minLeafRows: 15 },
    network: { ...NETWORK, maxEpochs: 30 },
  },
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

/** A lesson that neighbours are added to one by one, so that the weather of one alone need be there. */
export class PlantLessonDraft {
  readonly #method: Method;
  readonly #view: PlantView;
  readonly #moments: readonly Moment[];
  readonly #at: number;
  readonly #trace: Pick<PlantModel['trace'], 'hours' | 'from' | 'to' | 'weatherRuns'>;
  readonly #around: Float32Array[] = [];
  #neighbours = 0;

  private constructor(method: Method, parts: PlantParts, known: readonly number[], at: number) {
    const { weather, production } = parts;
    const hours = known.filter((hour) => !method.isNight(hour));
    const newest = weather.newestAt(at);
    this.#method = method;
    this.#at = at;
    this.#moments = drawMoments(hours, weather, at);
    const quantities = this.#moments.map(({ hour, newest }) =>
      method.quantity(weather, newest, hour),
    );
    const names = weather.runs.slice(0, newest + 1).flatMap((run) => Object.keys(run.fields));
    const shares = hours.map((hour) => production.share(hour));
    this.#view = {
      ...parts,
      curve: fitCurve(Float64Array.from(quantities), Float64Array.from(shares)),
      otherFields: otherFields(new Set(names)),
    };
    this.#trace = {
      hours: known.length,
      from: known[0] as number,
      to: (known.at(-1) as number) + HOUR_MS,
      weatherRuns: newest + 1,
    };
  }

  /**
   * Of what was known at an instant (ms). Undefined where fewer than 60 days have production and weather.
   *
   * @param history without neighbours, which are added apart.
   */
  static of(history: OwnHistory, at: number): PlantLessonDraft | undefined {
    const method = methodOf(history.plant);
    const parts = viewOf(history);
    const known = knownHours(parts, method, at);
    return known.length < MIN_HOURS ? undefined : new PlantLessonDraft(method, parts, known, at);
  }

  /** @param runs of the next neighbour, as {@link PlantHistory} has them. */
  addNeighbour(runs: readonly WeatherRun[]): void {
    const weather = new KnownWeather(runs);
    const method = this.#method;
    this.#around.push(...featuresOf(this.#moments, (moment) => method.neighbour(weather, moment)));
    this.#neighbours += 1;
  }

  finish(): PlantLesson {
    const [method, view, moments, at] = [this.#method, this.#view, this.#moments, this.#at];
    const hours = moments.map(({ hour }) => hour);
    const y = Float64Array.from(hours, (hour) => view.production.share(hour));
    const columns = featuresOf(moments, (moment, row) => {
      const around = this.#around.map((column) => column[row] as number);
      return method.features(view, moment, around);
    });
    const folds = Uint8Array.from(hours, (hour) => {
      return Math.floor((at - hour) / (FOLD_DAYS * DAY_MS)) % FOLDS;
    });
    const rows = lastRows(hours, at);
    const last = rows.map((row) => moments[row] as Moment);
    const physical = columnsOf(last, (moment) =>
      method.physical(view.weather, moment, LEVEL_SCORES),
    );
    rearrange(physical);
    const losses = rows.map((row, i) => pinballOf(physical, LEVEL_SHARES, i, y[row] as number));
    return {
      learnedAt: at,
      technology: view.plant.technology,
      curve: view.curve,
      otherFields: view.otherFields,
      neighbours: this.#neighbours,
      lesson: { columns, y, folds },
      hours,
      trace: { ...this.#trace, features: columns.length, calibratedBy: moments.length },
      physicalScore: meanOf(losses),
    };
  }
}

/** Learns a plant. The same lesson gives the same model. */
export function learnLesson({
  lesson,
  hours,
  physicalScore,
  trace,
  ...plant
}: PlantLesson): PlantModel {
  const { ensemble, leftOut } = learnEnsemble(lesson, LEVEL_SHARES, SETTINGS[plant.technology]);
  const losses = lastRows(hours, plant.learnedAt).map((row) => {
    return pinballOf(leftOut, LEVEL_SHARES, row, lesson.y[row] as number);
  });
  const score = { learned: meanOf(losses), physical: physicalScore };
  const preferred = score.learned <= score.physical ? 'learned' : 'physical';
  return { ...plant, preferred, ensemble, trace: { ...trace, score } };
}

/** Learns a plant from what was known at an instant (ms); undefined as {@link PlantLessonDraft.of}. */
export function learnPlant(history: PlantHistory, at: number): PlantModel | undefined {
  const draft = PlantLessonDraft.of(history, at);
  for (const runs of history.neighbours) draft?.addNeighbour(runs);
  return draft && learnLesson(draft.finish());
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
