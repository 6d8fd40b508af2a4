import type {
  ApiKey,
  Customer,
  JsonText,
  Market,
  Page,
  Plant,
  PricePrediction,
  Purchase,
  RealisedPrices,
  StatusChange,
  StoredOutput,
  StrategySetting,
  Unavailability,
} from '@solano/domain';
import { SolanoError } from '@solano/domain';

/** A purchase with all that belongs to it. */
export interface PurchaseRow {
  readonly purchase: Purchase;
  readonly series: JsonText;
  readonly outputs: readonly StoredOutput[];
  readonly history: readonly StatusChange[];
}

/** An unavailability knows its plant, whose name may change, by id. */
export interface UnavailabilityRow extends Omit<Unavailability, 'plantName'> {
  readonly plantId: string;
}

/**
 * The storage of the memory stores: those made with one database see the same records, which last
 * as long as it does. Stores replace rows and never change them.
 */
export class MemoryDatabase {
  readonly customers = new Map<string, Customer>();
  readonly keys = new Map<string, ApiKey>();
  readonly purchases = new Map<string, PurchaseRow>();
  readonly strategies = new Map<string, readonly StrategySetting[]>();
  readonly priceRevisions = new Map<Market, number>();
  /** Newest generation first. */
  readonly predictions = new Map<Market, readonly PricePrediction[]>();
  readonly realised = new Map<string, RealisedPrices>();
  readonly plants = new Map<string, Plant>();
  readonly unavailabilities = new Map<string, UnavailabilityRow>();

  /** Errors: `not_found`. */
  requireCustomer(id: string): void {
    if (this.customers.has(id)) return;
    throw new SolanoError('not_found', `There is no customer ${id}.`);
  }

  plant(customerId: string, id: string): Plant | undefined {
    const plant = this.plants.get(id);
    return plant?.customerId === customerId ? plant : undefined;
  }

  plantNamed(customerId: string, name: string): Plant | undefined {
    for (const plant of this.plants.values()) {
      if (plant.customerId === customerId && plant.name === name) return plant;
    }
    return undefined;
  }
}

/** Errors: `already_exists` when a table has the id. */
export function requireFreeId(table: ReadonlyMap<string, unknown>, id: string): void {
  if (table.has(id)) throw new SolanoError('already_exists', `The id ${id} is taken.`);
}

export function pageOf<Row>(rows: readonly Row[], { offset, limit = Infinity }: Page): Row[] {
  return rows.slice(offset, offset + limit);
}
