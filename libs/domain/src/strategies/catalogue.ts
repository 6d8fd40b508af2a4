import { SolanoError } from '../errors.ts';
import type { Session } from '../market/sessions.ts';
import { SESSIONS } from '../market/sessions.ts';
import { cheapestCapped } from './cheapest-capped.ts';
import { dayAhead } from './day-ahead.ts';
import { ladder } from './ladder.ts';
import type { ModelInput, StrategyModel } from './model.ts';
import type { Parameters } from './parameters.ts';
import { defaultsOf, readParameters } from './parameters.ts';
import { spreadResale } from './spread-resale.ts';

/** Every model that the service has, by ascending idmodel. */
export const MODELS: readonly StrategyModel[] = [dayAhead, ladder, cheapestCapped, spreadResale];

/** What an operator has settled for one model; what is not settled keeps the model's default. */
export interface StrategySetting {
  readonly idmodel: number;
  readonly enabled: boolean;
  readonly parameters: Parameters;
}

/** For whom strategies are settled: a retailer's user of one customer. */
export interface StrategyOwner {
  readonly customerId: string;
  readonly user: string;
  readonly retailer: string;
}

/** Keeps the settings of each owner. Errors: `store_unavailable`. */
export interface StrategyStore {
  /** The settings of an owner; empty where nothing was ever settled. */
  get(owner: StrategyOwner): Promise<readonly StrategySetting[]>;
  /** Replaces the settings of an owner as a whole. */
  put(owner: StrategyOwner, settings: readonly StrategySetting[]): Promise<void>;
}

/** A model as a user and retailer see it. */
export interface StrategyDefinition extends StrategySetting {
  readonly name: string;
  readonly description: string;
  readonly sessions: readonly Session[];
  readonly inputs: readonly ModelInput[];
}

/** All models with the owner's settings, by ascending idmodel. Errors: `store_unavailable`. */
export async function listStrategies(
  store: StrategyStore,
  owner: StrategyOwner,
): Promise<StrategyDefinition[]> {
  const settings = await store.get(owner);
  return MODELS.map((model) => {
    const setting = settings.find(({ idmodel }) => idmodel === model.idmodel);
    const { enabled, parameters } = setting ?? defaultSetting(model);
    return {
      idmodel: model.idmodel,
      name: model.name,
      description: model.description,
      sessions: SESSIONS.map(({ session }) => session),
      inputs: model.inputs,
      parameters,
      enabled,
    };
  });
}

/**
 * Replaces the owner's settings by `settings`, an array of `{idmodel, enabled, parameters}`;
 * models and parameters that it does not name keep their defaults. Errors: `invalid_request`
 * naming the first place that does not fit, `store_unavailable`.
 */
export async function setStrategies(
  store: StrategyStore,
  owner: StrategyOwner,
  settings: unknown,
): Promise<void> {
  if (!Array.isArray(settings)) throw invalid('The settings must be an array of models.');
  const read = settings.map((setting, i) => readSetting(setting, `[${i}]`));
  const ids = read.map(({ idmodel }) => idmodel);
  const repeated = ids.find((id, i) => ids.indexOf(id) !== i);
  if (repeated !== undefined) throw invalid(`Model ${repeated} is named twice.`);
  await store.put(owner, read);
}

function readSetting(setting: unknown, path: string): StrategySetting {
  if (typeof setting !== 'object' || setting === null) throw invalid(`${path} must be an object.`);
  const { idmodel, enabled, parameters } = setting as Record<string, unknown>;
  const model = MODELS.find((known) => known.idmodel === idmodel);
  if (!model) {
    const known = MODELS.map((each) => each.idmodel).join(', ');
    throw invalid(`${path}.idmodel must be one of ${known}.`);
  }
  if (enabled !== undefined && typeof enabled !== 'boolean') {
    throw invalid(`${path}.enabled must be true or false.`);
  }
  return {
    idmodel: model.idmodel,
    enabled: enabled ?? model.enabledByDefault,
    parameters: readParameters(model.parameters, parameters ?? {}, `${path}.parameters`),
  };
}

function defaultSetting(model: StrategyModel): StrategySetting {
  const { idmodel, enabledByDefault, parameters } = model;
  return { idmodel, enabled: enabledByDefault, parameters: defaultsOf(parameters) };
}

function invalid(message: string): SolanoError {
  return new SolanoError('invalid_request', message);
}
