import { type Clock, SolanoError } from '@solano/domain/kernel';
import { SESSIONS, type Session } from '@solano/domain/market';
import type { AuditEntry, AuditSource } from '@solano/domain/service';
import type { ModelInput, StrategyModel } from '../models/model.ts';
import { MODELS } from '../models/models.ts';
import { defaultsOf, readParameters, type StrategySetting } from '../models/parameters.ts';

/** For whom strategies are configured: a retailer's user of one customer. */
export interface StrategyOwner {
  readonly customerId: string;
  readonly user: string;
  readonly retailer: string;
}

/** Settings as they were at a time; versions count from 1. */
export interface SettingsVersion {
  readonly version: number;
  readonly settings: readonly StrategySetting[];
}

/** Keeps every version of the settings of each owner. Errors: `store_unavailable`. */
export interface StrategyStore {
  /** The newest settings of an owner, or those of a version; undefined if there are none. */
  get(owner: StrategyOwner, version?: number): Promise<SettingsVersion | undefined>;
  /**
   * Adds a version of the settings of an owner as a whole, along with the audit entry: both or
   * neither. Returns its number.
   */
  put(
    owner: StrategyOwner,
    settings: readonly StrategySetting[],
    entry: AuditEntry,
  ): Promise<number>;
}

/** A model as a user and retailer see it. */
export interface StrategyDefinition extends StrategySetting {
  readonly name: string;
  readonly description: string;
  readonly sessions: readonly Session[];
  readonly inputs: readonly ModelInput[];
}

/** All models with the settings of a version. */
export interface Strategies {
  /** 0 where nothing was ever set: the defaults. */
  readonly version: number;
  /** By ascending idmodel. */
  readonly models: readonly StrategyDefinition[];
}

/**
 * All models with the owner's settings, the newest or those of a version; version 0 are the
 * defaults. Errors: `not_found` for a version that there is not, `store_unavailable`.
 */
export async function listStrategies(
  store: Pick<StrategyStore, 'get'>,
  owner: StrategyOwner,
  version?: number,
): Promise<Strategies> {
  const found = version === 0 ? undefined : await store.get(owner, version);
  if (!found && version) throw new SolanoError('not_found', `There is no version ${version}.`);
  return { version: found?.version ?? 0, models: definitionsOf(found?.settings ?? []) };
}

/** All models, those that settings do not name at their defaults. */
export function definitionsOf(settings: readonly StrategySetting[]): StrategyDefinition[] {
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
 * Makes `settings` the owner's newest settings: an array of `{idmodel, enabled, parameters}`;
 * models and parameters that it does not name keep their defaults. Errors: `invalid_request` with
 * a problem for every place that does not fit, `store_unavailable`.
 */
export async function setStrategies(
  { strategies, clock }: { readonly strategies: StrategyStore; readonly clock: Clock },
  source: AuditSource,
  owner: StrategyOwner,
  settings: unknown,
): Promise<Strategies> {
  const read = readSettings(settings);
  const { customerId, user, retailer } = owner;
  const metadata = {
    action: 'strategies.set',
    customerId,
    subject: `${user} ${retailer}`,
  } as const;
  const version = await strategies.put(owner, read, { ...source, at: clock(), ...metadata });
  return { version, models: definitionsOf(read) };
}

/**
 * Reads settings for {@link setStrategies}. Errors: `invalid_request` with a problem for
 * every place that does not fit.
 */
export function readSettings(settings: unknown): StrategySetting[] {
  const problems: string[] = [];
  const read = modelsOf(settings, problems);
  if (problems.length === 0) return read;
  throw new SolanoError('invalid_request', problems.join(' '), { problems });
}

function modelsOf(settings: unknown, problems: string[]): StrategySetting[] {
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
