import type { PlantStore } from '@solano/domain/assets';
import { endOfForecast, type OwnForecast } from '../distributions/own-forecast.ts';
import { learnPlantModel } from './learn-plant-models.ts';
import { type MakeForecastDeps, makeForecasts } from './make-forecasts.ts';
import { type Hindcasts, type HindcastTask, makeHindcasts } from './make-hindcasts.ts';
import type { PlantModelStore } from './plant-model-store.ts';
import { plantsOf } from './plants-of.ts';

/** Work of minutes or of all processors that a thread does. */
export type ForecastTask =
  | {
      readonly kind: 'make';
      readonly customerId: string;
      /** Undefined: all. */
      readonly plantIds: readonly string[] | undefined;
      /** As known then. */
      readonly at: Date;
    }
  | { readonly kind: 'learn'; readonly customerId: string; readonly plantId: string }
  | ({ readonly kind: 'hindcast' } & HindcastTask);

/** A forecast that was made, without its values. */
export interface ForecastSummary extends Omit<OwnForecast, 'shares' | 'installedMicroMw'> {
  readonly plantId: string;
  /** Of its last hour (ms). */
  readonly end: number;
  /** Whether it is of the next hours alone, as its weather is that of the one before. */
  readonly isRenewal: boolean;
}

/** What came of a task. */
export interface ForecastResult {
  /** Of `make`. */
  readonly made: readonly ForecastSummary[];
  /** Of `hindcast`. */
  readonly hindcasts: Hindcasts | undefined;
}

/**
 * Does such work in another thread. Errors: `store_unavailable`; `engine_unavailable` once it is closed;
 * `computation_failed`.
 */
export interface ForecastRunner {
  /** @param onMonth of hindcasts, called with each month (`YYYY-MM`) that is begun. */
  run(task: ForecastTask, onMonth?: (month: string) => void): Promise<ForecastResult>;
}

export interface ForecastTaskDeps extends MakeForecastDeps {
  readonly plants: Pick<PlantStore, 'list'>;
  readonly plantModels: Pick<PlantModelStore, 'models' | 'put'>;
}

/** Does a task in this thread. Errors: `store_unavailable`. */
export async function runForecastTask(
  deps: ForecastTaskDeps,
  task: ForecastTask,
  onMonth: (month: string) => void,
): Promise<ForecastResult> {
  const none = { made: [], hindcasts: undefined };
  const { customerId } = task;
  if (task.kind === 'hindcast') {
    return { ...none, hindcasts: await makeHindcasts(deps, task, onMonth) };
  }
  if (task.kind === 'learn') {
    const all = await plantsOf(deps, customerId);
    const plant = all.find(({ id }) => id === task.plantId);
    if (plant) await learnPlantModel(deps, plant, all);
    return none;
  }
  const made = await makeForecasts(deps, customerId, task.plantIds, task.at);
  return {
    ...none,
    made: made.map(({ plantId, forecast, isRenewal }) => {
      const { knownAt, method, weather, start } = forecast;
      const end = endOfForecast(forecast);
      return { plantId, knownAt, method, weather, start, end, isRenewal };
    }),
  };
}
