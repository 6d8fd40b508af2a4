import {
  asFieldProblem,
  type Checked,
  type Clock,
  FieldProblems,
  isBefore,
  notFound,
  type Page,
  type Rows,
  type UtcInstant,
} from '@solano/domain/kernel';
import type { AuditEntry, AuditSource } from '@solano/domain/service';
import type { PlantStore } from '../plants/plant.ts';

export const AVAILABILITY_TYPES = ['CURTAILMENT', 'UNAVAILABILITY', 'OTHER'] as const;
export type AvailabilityType = (typeof AVAILABILITY_TYPES)[number];

export const SOURCE_UNITS = ['MW', 'kW', '%'] as const;
export type SourceUnit = (typeof SOURCE_UNITS)[number];

/** An interval in which a plant has less power than usual, as its customer describes it. */
export interface UnavailabilityFields {
  /** Name of the plant, as it is now. */
  readonly plantName: string;
  readonly start: UtcInstant;
  /** After the start. */
  readonly end: UtcInstant;
  /** MW that remain, 0 or more. */
  readonly availablePowerMw: number;
  readonly availabilityType: AvailabilityType;
  readonly observations: string;
  /** Unit and value as they were entered. */
  readonly sourceUnit: SourceUnit | null;
  readonly sourceValue: number | null;
  /** IANA name, where local time was entered. */
  readonly timezoneSource: string | null;
}

export interface Unavailability extends UnavailabilityFields {
  readonly id: string;
  readonly customerId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What an unavailability says of the power of its plant. */
export interface Outage
  extends Pick<UnavailabilityFields, 'availabilityType' | 'availablePowerMw'> {
  /** In ms, as the end. */
  readonly start: number;
  readonly end: number;
}

/** An unavailability of a plant as it was recorded. */
export interface PlantOutage extends Outage {
  readonly plantId: string;
  /** Of the unavailability; null of what it said before it was changed or removed. */
  readonly id: string | null;
}

/** What an unavailability of a plant said until it was changed or removed. */
export interface SupersededOutage extends Outage {
  readonly plantId: string;
  readonly recordedAt: Date;
  readonly supersededAt: Date;
}

/** Lists what overlaps this window, to the millisecond; an omitted end is unbounded. */
export interface TimeWindow {
  readonly from?: UtcInstant | undefined;
  /** Exclusive. */
  readonly to?: UtcInstant | undefined;
}

/**
 * Keeps unavailabilities; each change along with its audit entry, both or neither. Each belongs to a plant: it is found under the plant's present name and
 * goes with it. Whatever a change gives, its id, customer and time of creation stay. Errors:
 * `store_unavailable`.
 */
export interface UnavailabilityStore {
  /**
   * Errors: `plant_unknown` when the customer has no plant of the name (any more),
   * `already_exists` when the id is taken.
   */
  add(unavailability: Unavailability, entry: AuditEntry): Promise<void>;
  get(customerId: string, id: string): Promise<Unavailability | undefined>;
  /**
   * By start, which is the key of a position, then id; of one plant where it is named, and those that
   * overlap the window.
   */
  list(
    customerId: string,
    plantName: string | undefined,
    page: Page,
    window?: TimeWindow,
  ): Rows<Unavailability>;
  /** @param max more than so many that overlap a window are `max + 1`; without a window the number is exact. */
  count(
    customerId: string,
    plantName: string | undefined,
    window?: TimeWindow,
    max?: number,
  ): Promise<number>;
  /**
   * Changes a record atomically; an error from `change` leaves it alone and is rethrown. Returns
   * the record afterwards, if there is one. Errors: `plant_unknown` as {@link add}.
   */
  update(
    customerId: string,
    id: string,
    change: (unavailability: Unavailability) => Unavailability,
    entry: AuditEntry,
  ): Promise<Unavailability | undefined>;
  /**
   * What overlaps a window as it was recorded at an instant, of plants by their ids, in any order:
   * also what was changed or removed since.
   */
  recordedAt(
    customerId: string,
    plantIds: readonly string[],
    window: { readonly from: Date; readonly to: Date },
    at: Date,
  ): Promise<PlantOutage[]>;
  /** What the unavailabilities of a plant said before they were changed or removed, in that order. */
  superseded(customerId: string, plantId: string): AsyncIterable<SupersededOutage>;
  /** False when there is none. */
  remove(customerId: string, id: string, entry: AuditEntry): Promise<boolean>;
  /**
   * Records unavailabilities in one transaction, all or none; each replaces whatever is
   * recorded with its plant, start, end and type. No two of them are equal in these. Calls at once
   * give the result of sequential ones. Errors: `plant_unknown` when the customer has no plant
   * of one of the names (any more), and what `records` throws; none are recorded then.
   *
   * @param records read once, some at a time: a hundred thousand need not be there at once.
   */
  replaceAll(
    customerId: string,
    records: Iterable<Unavailability>,
    entry: AuditEntry,
  ): Promise<void>;
}

export interface UnavailabilityDeps {
  readonly unavailabilities: UnavailabilityStore;
  readonly plants: PlantStore;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Errors: `invalid_fields` naming every bad field, `store_unavailable`. */
export async function createUnavailability(
  deps: UnavailabilityDeps,
  source: AuditSource,
  customerId: string,
  checked: Checked<UnavailabilityFields>,
): Promise<Unavailability> {
  const fields = await requireFields(deps, customerId, checked, checked.valid);
  const now = deps.clock();
  const record = { ...fields, id: deps.newId(), customerId, createdAt: now, updatedAt: now };
  const metadata = { action: 'unavailability.create', customerId, subject: record.id } as const;
  const entry = { ...source, at: now, ...metadata };
  await asFieldProblem('plant_unknown', UNKNOWN_PLANT, () =>
    deps.unavailabilities.add(record, entry),
  );
  return record;
}

/**
 * Changes the fields that are given; the record that results is checked as a whole. Errors:
 * `invalid_fields`, `not_found` (also another customer's), `store_unavailable`.
 */
export async function changeUnavailability(
  deps: UnavailabilityDeps,
  source: AuditSource,
  customerId: string,
  id: string,
  checked: Checked<Partial<UnavailabilityFields>>,
): Promise<Unavailability> {
  const present = await requireUnavailability(deps.unavailabilities, customerId, id);
  const fields = await requireFields(deps, customerId, checked, { ...present, ...checked.valid });
  const now = deps.clock();
  const change = (record: Unavailability): Unavailability => {
    const merged = { ...record, ...fields, updatedAt: now };
    // Another update may have come between: what counts is the record as it is now.
    if (!isBefore(merged.start, merged.end)) endProblem(new FieldProblems()).reject();
    return merged;
  };
  const metadata = { action: 'unavailability.change', customerId, subject: id } as const;
  const entry = { ...source, at: now, ...metadata };
  const changed = await asFieldProblem('plant_unknown', UNKNOWN_PLANT, () =>
    deps.unavailabilities.update(customerId, id, change, entry),
  );
  return changed ?? notFound();
}

/** Errors: `not_found` (also another customer's), `store_unavailable`. */
export async function requireUnavailability(
  store: UnavailabilityStore,
  customerId: string,
  id: string,
): Promise<Unavailability> {
  return (await store.get(customerId, id)) ?? notFound();
}

/** Errors: as {@link requireUnavailability}. */
export async function removeUnavailability(
  { unavailabilities, clock }: UnavailabilityDeps,
  source: AuditSource,
  customerId: string,
  id: string,
): Promise<void> {
  const metadata = { action: 'unavailability.delete', customerId, subject: id } as const;
  const entry = { ...source, at: clock(), ...metadata };
  if (!(await unavailabilities.remove(customerId, id, entry))) notFound();
}

/**
 * The fields when all are good. Otherwise what the whole record and the plants say of the good
 * ones is named along with the bad ones.
 */
async function requireFields<T extends Partial<UnavailabilityFields>>(
  deps: UnavailabilityDeps,
  customerId: string,
  { fields, problems, valid }: Checked<T>,
  { start, end }: Partial<UnavailabilityFields>,
): Promise<T> {
  const ordered = start === undefined || end === undefined || isBefore(start, end);
  if (fields && ordered) return fields;
  if (!ordered) endProblem(problems);
  if (valid.plantName !== undefined && !(await deps.plants.byName(customerId, valid.plantName))) {
    problems.add(...UNKNOWN_PLANT);
  }
  return problems.reject();
}

const UNKNOWN_PLANT = ['plantName', 'Unknown plant.'] as const;

function endProblem(problems: FieldProblems): FieldProblems {
  return problems.add('end', 'Must be after start_time_utc.');
}
