import {
  asFieldProblem,
  type Checked,
  type Clock,
  type Decimal,
  notFound,
  type Page,
  type Rows,
} from '@solano/domain/kernel';
import type { AuditEntry, AuditSource } from '@solano/domain/service';

export const TECHNOLOGIES = ['wind', 'solar'] as const;
export type Technology = (typeof TECHNOLOGIES)[number];

/** The fields of a plant that a customer sets. */
export interface PlantFields {
  /** Unique among the customer's plants, compared as given. */
  readonly name: string;
  /** Decimal degrees. */
  readonly lat: Decimal;
  readonly lon: Decimal;
  /** MW. */
  readonly installedCapacityMw: Decimal;
  readonly nominalCapacityMw: Decimal;
  /** Region or map code. */
  readonly area: string;
  readonly technologyType: Technology;
  /** `YYYY-MM-DD HH:MM`, or empty. */
  readonly lastTrainingCnnAt: string;
  readonly lastTrainingTreesAt: string;
  /** Cluster for aggregated forecasts; empty where it has none. */
  readonly agrupation: string;
  readonly customerDisplayName: string;
  /** IANA name. */
  readonly timezone: string;
}

const MEGAWATTS = { scale: 3, min: 0, max: 1_000_000_000, belowMax: true };

/** Digits after the point of the decimal fields, and their bounds. */
export const PLANT_LIMITS = {
  lat: { scale: 7, min: -90, max: 90, belowMax: false },
  lon: { scale: 7, min: -180, max: 180, belowMax: false },
  installedCapacityMw: MEGAWATTS,
  nominalCapacityMw: MEGAWATTS,
} satisfies Partial<Record<keyof PlantFields, object>>;

/** Characters (code points) of a text. */
export const MAX_PLANT_TEXT = 255;

/** The fields that a new plant may leave out, with the values that they have then. */
export const PLANT_DEFAULTS = {
  lastTrainingCnnAt: '',
  lastTrainingTreesAt: '',
  customerDisplayName: '',
} satisfies Partial<PlantFields>;

export interface Plant extends PlantFields {
  readonly id: string;
  readonly customerId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * Keeps the plants of customers; each change along with its audit entry, both or neither. Whatever a change gives, a plant's id, customer and time of
 * creation stay. Plants that are added come with the job of their first forecasts. Errors: `store_unavailable`.
 */
export interface PlantStore {
  /**
   * Errors: `already_exists` when the customer has another plant of the name, or any has the id;
   * `not_found` (no such customer).
   */
  add(plant: Plant, entry: AuditEntry): Promise<void>;
  get(customerId: string, id: string): Promise<Plant | undefined>;
  byName(customerId: string, name: string): Promise<Plant | undefined>;
  /** Those that there are of these names, in any order. */
  byNames(customerId: string, names: readonly string[]): Promise<Plant[]>;
  /** By name, which is the key of a position, in code-point order; all without a page. */
  list(customerId: string, page?: Page): Rows<Plant>;
  count(customerId: string): Promise<number>;
  /**
   * Changes a plant atomically; an error from `change` leaves it alone and is rethrown. Returns the
   * plant afterwards, if there is one. Errors: `already_exists` as {@link add}.
   */
  update(
    customerId: string,
    id: string,
    change: (plant: Plant) => Plant,
    entry: AuditEntry,
  ): Promise<Plant | undefined>;
  /** Removes a plant with its unavailabilities. False when there is none. */
  remove(customerId: string, id: string, entry: AuditEntry): Promise<boolean>;
  /**
   * For each name (once, where it is repeated), in one transaction, adds what `make` gives for no
   * plant or replaces the plant by what it gives for it; plants may exchange their names. Returns
   * how many were new. Errors: `not_found` (no such customer), `already_exists` when two plants
   * would have one name; an error from `make` is rethrown.
   */
  putAll(
    customerId: string,
    names: readonly string[],
    make: (name: string, present: Plant | undefined) => Plant,
    entry: (added: number) => AuditEntry,
  ): Promise<number>;
}

export interface PlantDeps {
  readonly plants: PlantStore;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Errors: `invalid_fields` naming every bad field, `store_unavailable`. */
export async function createPlant(
  deps: PlantDeps,
  source: AuditSource,
  customerId: string,
  checked: Checked<PlantFields>,
): Promise<Plant> {
  const fields = await requireFields(deps, customerId, checked);
  const now = deps.clock();
  const plant = { ...fields, id: deps.newId(), customerId, createdAt: now, updatedAt: now };
  const metadata = { action: 'plant.create', customerId, subject: plant.id } as const;
  const entry = { ...source, at: now, ...metadata };
  await asFieldProblem('already_exists', NAME_TAKEN, () => deps.plants.add(plant, entry));
  return plant;
}

/**
 * Changes the fields that are given: all of them for a replacement, some for a partial update.
 * Errors: `invalid_fields`, `not_found` (also another customer's), `store_unavailable`.
 */
export async function changePlant(
  deps: PlantDeps,
  source: AuditSource,
  customerId: string,
  id: string,
  checked: Checked<Partial<PlantFields>>,
): Promise<Plant> {
  await requirePlant(deps.plants, customerId, id);
  const fields = await requireFields(deps, customerId, checked, id);
  const now = deps.clock();
  const change = (plant: Plant): Plant => ({ ...plant, ...fields, updatedAt: now });
  const entry = { ...source, at: now, action: 'plant.change', customerId, subject: id } as const;
  const changed = await asFieldProblem('already_exists', NAME_TAKEN, () =>
    deps.plants.update(customerId, id, change, entry),
  );
  return changed ?? notFound();
}

/** Errors: `not_found` (also another customer's), `store_unavailable`. */
export async function requirePlant(
  plants: Pick<PlantStore, 'get'>,
  customerId: string,
  id: string,
): Promise<Plant> {
  return (await plants.get(customerId, id)) ?? notFound();
}

/** Errors: as {@link requirePlant}. */
export async function removePlant(
  { plants, clock }: PlantDeps,
  source: AuditSource,
  customerId: string,
  id: string,
): Promise<void> {
  const metadata = { action: 'plant.delete', customerId, subject: id } as const;
  const entry = { ...source, at: clock(), ...metadata };
  if (!(await plants.remove(customerId, id, entry))) notFound();
}

/**
 * The fields when all are good. Problems that only the store finds are named along with the rest.
 */
async function requireFields<T extends Partial<PlantFields>>(
  deps: PlantDeps,
  customerId: string,
  { fields, problems, valid }: Checked<T>,
  ownId?: string,
): Promise<T> {
  if (fields) return fields;
  const named =
    valid.name === undefined ? undefined : await deps.plants.byName(customerId, valid.name);
  if (named && named.id !== ownId) problems.add(...NAME_TAKEN);
  return problems.reject();
}

const NAME_TAKEN = ['name', 'plant with this name already exists.'] as const;
