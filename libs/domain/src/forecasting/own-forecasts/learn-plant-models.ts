import type { Plant } from '@solano/domain/assets';
import { DAY_MS, HOUR_MS, type Observe, observed } from '@solano/domain/kernel';
import { dayAheadDate } from '../distributions/forecast-day.ts';
import { learnLesson, type PlantLesson, PlantLessonDraft } from '../plant-model/learn-plant.ts';
import { encodePlantModel, type PlantModel } from '../plant-model/plant-model.ts';
import type { RunHead } from '../weather/weather-run.ts';
import { neighbourWeather, type PlantHistoryDeps, plantHistories } from './plant-histories.ts';
import type { PlantModelStore } from './plant-model-store.ts';

/** Days of weather and production that are learned from. */
const LEARNED_DAYS = 3 * 365 + 1;

interface LearningDeps extends PlantHistoryDeps {
  /** Observes that a plant is learned. */
  readonly observeModel?: Observe | undefined;
}

export interface LearnDeps extends LearningDeps {
  readonly plantModels: Pick<PlantModelStore, 'put'>;
}

/**
 * Learns a plant from what was known at an instant; undefined where that is too little. Errors:
 * `store_unavailable`.
 *
 * @param all the customer’s plants.
 */
export async function learnAt(
  deps: LearningDeps,
  plant: Plant,
  all: readonly Plant[],
  at: Date,
): Promise<PlantModel | undefined> {
  const lesson = await lessonAt(deps, plant, all, at);
  if (!lesson) return undefined;
  return observed(deps.observeModel, ['plant-learning', plant.id], () => learnLesson(lesson));
}

/** Apart from learning, so that what was read is freed before. */
async function lessonAt(
  deps: PlantHistoryDeps,
  plant: Plant,
  all: readonly Plant[],
  at: Date,
): Promise<PlantLesson | undefined> {
  const to = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;
  const window = { from: to - LEARNED_DAYS * DAY_MS, to };
  const histories = await plantHistories(deps, [plant], [plant], window, oneADay);
  const history = histories.get(plant.id)?.(at.getTime());
  const draft = history && PlantLessonDraft.of(history, at.getTime());
  if (!draft) return undefined;
  for await (const weatherAt of neighbourWeather(deps, plant, all, window, oneADay)) {
    draft.addNeighbour(weatherAt(at.getTime()));
  }
  return draft.finish();
}

/** Learns a plant from all that is known and stores the model, also that there was too little. Errors: as {@link learnAt}. */
export async function learnPlantModel(
  deps: LearnDeps,
  plant: Plant,
  all: readonly Plant[],
): Promise<void> {
  const learnedAt = deps.clock();
  const model = await learnAt(deps, plant, all, learnedAt);
  await deps.plantModels.put(plant.customerId, plant.id, {
    learnedAt,
    model: model && encodePlantModel(model),
    trace: JSON.stringify(model?.trace ?? {}),
  });
}

/** Of each day the newest run that was known at 09:00 of Madrid: more teach little and cost as much each. */
function oneADay<Run extends RunHead>(runs: readonly Run[]): Run[] {
  const newest = new Map<string, Run>();
  for (const run of runs) newest.set(dayAheadDate(run.knownAt), run);
  return [...newest.values()];
}
