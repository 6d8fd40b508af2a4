import type { AuditEntry, AuditSource } from '../audit/audit.ts';
import { notFound } from '../errors.ts';
import type { Clock } from '../time/clock.ts';
import type { Decimal } from '../values/decimal.ts';
import { asFieldProblem, type Checked } from '../values/field-problems.ts';
import type { Page } from '../values/page.ts';

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

/** Digits after the point of the decimal fields. */
export const PLANT_SCALES = {
  lat: 7,
  lon: 7,
  installedCapacityMw: 3,
  nominalCapacityMw: 3,
} satisfies Partial<Record<keyof PlantFields, number>>;

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
 * creation stay. Errors: `store_unavailable`.
 */
export interface PlantStore {
  /**
   * Errors: `already_exists` when the customer has another plant of the name, or any has the id;
   * `not_found` (no such customer).
   */
  add(plant: Plant, entry: AuditEntry): Promise<void>;
  get(customerId: string, id: string): Promise<Plant | undefined>;
  byName(customerId: string, name: string): Promise<Plant | undefined>;
  /** By name in code-point order, fetched as they are read. */
  list(customerId: string, page: Page): AsyncIterable<Plant>;
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
  plants: PlantStore,
  customerId: string,
  id: string,
): Promise<Plant> {
  return (await plants.get(customerId, id)) ?? notFound();
}

/** Errors: as {@link requirePlant}. */
export async function removePlant(
  { plants, clock }: Pick<PlantDeps, 'plants' | 'clock'>,
  source: AuditSource,
  customerId: string,
  id: string,
): Promise<void> {
  const metadata = { action: 'plant.delete', customerId, subject: id } as const;
  const entry = { ...source, at: clock(), ...metadata };
  if (!(await plants.remove(customerId, id, entry))) notFound();
}

/** A plant as a file has it. */
export interface ImportedPlant {
  /** Everything, with what is usual where the file says nothing: for a new plant. */
  readonly fields: PlantFields;
  /** What the file does say: for one that is there. */
  readonly changes: Partial<PlantFields>;
}

/**
 * Adds plants, or updates those of the name in what is given of them, all or nothing. Returns how
 * many were added and updated. Errors: `not_found` for the customer, `store_unavailable`.
 */
export async function importPlants(
  deps: PlantDeps,
  source: AuditSource,
  customerId: string,
  plants: readonly ImportedPlant[],
): Promise<{ added: number; updated: number }> {
  const now = deps.clock();
  const byName = new Map(plants.map((plant) => [plant.fields.name, plant]));
  const make = (name: string, present: Plant | undefined): Plant => {
    const { fields, changes } = byName.get(name) as ImportedPlant;
    if (present) return { ...present, ...changes, updatedAt: now };
    return { ...fields, id: deps.newId(), customerId, createdAt: now, updatedAt: now };
  };
  const entry = (added: number): AuditEntry => {
    const subject = `${added} added, ${byName.size - added} updated`;
    return { ...source, at: now, action: 'plants.import', customerId, subject };
  };
  const added = await deps.plants.putAll(customerId, [...byName.keys()], make, entry);
  return { added, updated: byName.size - added };
}

/** The fields when all are good. What only the store knows is named along with the rest. */
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
