import type { Plant, PlantStore } from '@solano/domain/assets';
import { isSolanoError, type Page, type Rows, SolanoError } from '@solano/domain/kernel';
import { type AuditEntry, forecastJob } from '@solano/domain/service';
import { writeAudit } from '../audit/write-audit.ts';
import { LOCK_CUSTOMER } from '../customers/customer-statements.ts';
import { countOf, type Listing, NO_ROWS, pages } from '../database/pages.ts';
import { insertRows, removeRows, selectRows } from '../database/row-statements.ts';
import type { Run } from '../database/statement.ts';
import { StatementStore } from '../database/statement-store.ts';
import { rowsJson } from '../database/table.ts';
import { isStorable, isUuid } from '../database/values.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { addJobs } from '../jobs/queue.ts';
import { CHANGE_ALL, PLANTS } from './plant-statements.ts';

export class PostgresPlantStore extends StatementStore implements PlantStore {
  async add(added: Plant, entry: AuditEntry): Promise<void> {
    await this.#locked(added.customerId, async (run) => {
      await naming(run(...insertRows(PLANTS, [added])));
      await addJobs(run, [forecastJob(added.customerId)]);
      await writeAudit(run, entry);
    });
  }

  async get(customerId: string, id: string): Promise<Plant | undefined> {
    if (!isUuid(customerId) || !isUuid(id)) return undefined;
    const [plant] = await this.database.run(...selectRows(PLANTS, { customerId, id }));
    return plant;
  }

  async byName(customerId: string, name: string): Promise<Plant | undefined> {
    if (!isUuid(customerId) || !isStorable(name)) return undefined;
    const [plant] = await this.database.run(...selectRows(PLANTS, { customerId, name }));
    return plant;
  }

  async byNames(customerId: string, names: readonly string[]): Promise<Plant[]> {
    const name = names.filter(isStorable);
    if (!isUuid(customerId) || name.length === 0) return [];
    return this.database.run(...selectRows(PLANTS, { customerId, name }));
  }

  list(customerId: string, page: Page = { offset: 0 }): Rows<Plant> {
    if (!isUuid(customerId)) return pages(page, NO_ROWS);
    const { database } = this;
    const listing: Listing<Plant> = {
      rows: ({ after, upTo, ...part }, run = database.run) => {
        const selection = { orderBy: 'name, id', page: part, after, upTo };
        return run(...selectRows(PLANTS, { customerId }, selection));
      },
      position: ({ name, id }) => ({ key: name, id }),
    };
    return pages(page, listing, () => database.snapshot());
  }

  async count(customerId: string): Promise<number> {
    if (!isUuid(customerId)) return 0;
    return countOf(this.database.run, customerId, 'plants');
  }

  async update(
    customerId: string,
    id: string,
    change: (plant: Plant) => Plant,
    entry: AuditEntry,
  ): Promise<Plant | undefined> {
    if (!isUuid(customerId) || !isUuid(id)) return undefined;
    return this.database.transaction(async (run) => {
      await run(LOCK_CUSTOMER, [customerId]);
      const [found] = await run(...selectRows(PLANTS, { customerId, id }));
      if (!found) return undefined;
      const { createdAt } = found;
      const changed = { ...change(found), id, customerId, createdAt };
      await naming(run(CHANGE_ALL, [customerId, rowsJson(PLANTS, [changed])]));
      await writeAudit(run, entry);
      return changed;
    });
  }

  async remove(customerId: string, id: string, entry: AuditEntry): Promise<boolean> {
    if (!isUuid(customerId) || !isUuid(id)) return false;
    return this.database.transaction(async (run) => {
      await run(LOCK_CUSTOMER, [customerId]);
      const [removed] = await run(...removeRows(PLANTS, { customerId, id }));
      if (removed) await writeAudit(run, entry);
      return removed !== undefined;
    });
  }

  async putAll(
    customerId: string,
    names: readonly string[],
    make: (name: string, present: Plant | undefined) => Plant,
    entry: (added: number) => AuditEntry,
  ): Promise<number> {
    return this.#locked(customerId, async (run) => {
      const name = [...new Set(names)];
      const found = await run(...selectRows(PLANTS, { customerId, name }));
      const present = new Map(found.map((plant) => [plant.name, plant]));
      const [changed, added]: [Plant[], Plant[]] = [[], []];
      for (const each of name) {
        const plant = present.get(each);
        const made = make(each, plant);
        if (plant) changed.push({ ...made, id: plant.id });
        else added.push({ ...made, customerId });
      }
      await naming(run(CHANGE_ALL, [customerId, rowsJson(PLANTS, changed)]));
      await naming(run(...insertRows(PLANTS, added)));
      if (added.length > 0) await addJobs(run, [forecastJob(customerId)]);
      await writeAudit(run, entry(added.length));
      return added.length;
    });
  }

  /** Runs the work under the lock of the customer's plants. Errors: `not_found`. */
  #locked<T>(customerId: string, work: (run: Run) => Promise<T>): Promise<T> {
    return this.database.transaction(async (run) => {
      const [customer] = await run(LOCK_CUSTOMER, [customerId]);
      if (!customer) throw new SolanoError('not_found', `There is no customer ${customerId}.`);
      return work(run);
    });
  }
}

async function naming<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (cause) {
    if (!isSolanoError(cause, 'already_exists')) throw cause;
    throw new SolanoError('already_exists', 'A plant with this name already exists.', { cause });
  }
}

/**
 * Locks a plant until the transaction ends: it stays as long, and others that lock it wait. Returns whether it is
 * there.
 *
 * @param own its id, with its customer where it has to be that one's.
 */
export async function lockPlant(
  { plant }: Prisma.TransactionClient,
  own: { readonly id: string; readonly customerId?: string },
): Promise<boolean> {
  const { count } = await plant.updateMany({ where: own, data: { id: own.id } });
  return count > 0;
}

export function plantUnknown(): SolanoError {
  return new SolanoError('plant_unknown', 'The customer has no such plant.');
}
