import type { AuditEntry, AuditSource } from '../audit/audit.ts';
import { SolanoError } from '../errors.ts';
import type { Session } from '../market/sessions.ts';
import { SESSIONS } from '../market/sessions.ts';
import { cheapestCapped } from '../models/cheapest-capped.ts';
import { cvarDay } from '../models/cvar-day.ts';
import { dayAhead } from '../models/day-ahead.ts';
import { ladder } from '../models/ladder.ts';
import { meanVariance } from '../models/mean-variance.ts';
import type { ModelInput, StrategyModel } from '../models/model.ts';
import { spreadResale } from '../models/spread-resale.ts';
import type { Clock } from '../time/clock.ts';
import type { Parameters } from './parameters.ts';
import { defaultsOf, readParameters } from './parameters.ts';

/** Every model that the service has, by ascending idmodel. */
export const MODELS: readonly StrategyModel[] = [
  dayAhead,
  ladder,
  cheapestCapped,
  meanVariance,
  cvarDay,
  spreadResale,
];

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
  /** Replaces the settings of an owner as a whole, along with the audit entry: both or neither. */
  put(owner: StrategyOwner, settings: readonly StrategySetting[], entry: AuditEntry): Promise<void>;
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
 * models and parameters that it does not name keep their defaults. Errors: `invalid_request` with
 * a problem for every place that does not fit, `store_unavailable`.
 */
export async function setStrategies(
  { strategies, clock }: { readonly strategies: StrategyStore; readonly clock: Clock },
  source: AuditSource,
  owner: StrategyOwner,
  settings: unknown,
): Promise<void> {
  const problems: string[] = [];
  const read = readSettings(settings, problems);
  if (problems.length > 0) {
    throw new SolanoError('invalid_request', problems.join(' '), { problems });
  }
  const { customerId, user, retailer } = owner;
  const about = { action: 'strategies.set', customerId, subject: `${user} ${retailer}` } as const;
  await strategies.put(owner, read, { ...source, at: clock(), ...about });
}

function readSettings(settings: unknown, problems: string[]): StrategySetting[] {
  if (!Array.isArray(settings)) {
    problems.push('The settings must be an array of models.');
    return [];
  }
  const read = settings.flatMap((setting, i) => readSetting(setting, `[${i}]`, problems) ?? []);
  const ids = read.map(({ idmodel }) => idmodel);
  for (const id of new Set(ids.filter((each, i) => ids.indexOf(each) !== i))) {
    problems.push(`Model ${id} is named twice.`);
  }
  return read;
}

function readSetting(
  setting: unknown,
  path: string,
  problems: string[],
): StrategySetting | undefined {
  if (typeof setting !== 'object' || setting === null) {
    problems.push(`${path} must be an object.`);
    return undefined;
  }
  const { idmodel, enabled, parameters } = setting as Record<string, unknown>;
  const isFlag = enabled === undefined || typeof enabled === 'boolean';
  if (!isFlag) problems.push(`${path}.enabled must be true or false.`);
  const model = MODELS.find((known) => known.idmodel === idmodel);
  if (!model) {
    const known = MODELS.map((each) => each.idmodel).join(', ');
    problems.push(`${path}.idmodel must be one of ${known}.`);
    return undefined;
  }
  const values = readParameters(model.parameters, parameters ?? {}, `${path}.parameters`, problems);
  return {
    idmodel: model.idmodel,
    enabled: isFlag && enabled !== undefined ? enabled : model.enabledByDefault,
    parameters: values,
  };
}

function defaultSetting(model: StrategyModel): StrategySetting {
  const { idmodel, enabledByDefault, parameters } = model;
  return { idmodel, enabled: enabledByDefault, parameters: defaultsOf(parameters) };
}
