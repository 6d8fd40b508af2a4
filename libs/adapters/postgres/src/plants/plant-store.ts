import type { Plant, PlantStore } from '@solano/domain/assets';
import { isSolanoError, type Page, SolanoError } from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import { writeAudit } from '../audit/write-audit.ts';
import { LOCK_CUSTOMER } from '../customers/customer-statements.ts';
import type { Run, RunPrisma } from '../database/database.ts';
import { listIds } from '../database/id-statements.ts';
import { NOTHING, pages } from '../database/pages.ts';
import { PostgresStore } from '../database/store.ts';
import { isStorable, isUuid } from '../database/values.ts';
import { columnOf, fromRow, toPlant } from './plant-row.ts';
import * as sql from './plant-statements.ts';

/** Plants that one call of Prisma adds: a statement has at most 32,767 parameters. */
const BATCH_ROWS = 1_000;

export class PostgresPlantStore extends PostgresStore implements PlantStore {
  async add(added: Plant, entry: AuditEntry): Promise<void> {
    await this.#locked(added.customerId, async (run, prisma) => {
      await naming(prisma(({ plant }) => plant.create({ data: added })));
      await writeAudit(run, entry);
    });
  }

  async get(customerId: string, id: string): Promise<Plant | undefined> {
    if (!isUuid(customerId) || !isUuid(id)) return undefined;
    const where = { id, customerId };
    const row = await this.database.prisma(({ plant }) => plant.findUnique({ where }));
    return row ? toPlant(row) : undefined;
  }

  async byName(customerId: string, name: string): Promise<Plant | undefined> {
    if (!isUuid(customerId) || !isStorable(name)) return undefined;
    const where = { customerId_name: { customerId, name } };
    const row = await this.database.prisma(({ plant }) => plant.findUnique({ where }));
    return row ? toPlant(row) : undefined;
  }

  list(customerId: string, page: Page): AsyncGenerator<Plant> {
    if (!isUuid(customerId)) return pages(page, NOTHING);
    const { run } = this.database;
    return pages<Plant>(page, {
      rows: async (limit, offset) =>
        (await run(sql.LIST, [customerId, limit, offset])).map(fromRow),
      ids: (limit, offset) => run(...listIds('plants', customerId, { limit, offset })),
      byIds: async (ids) => (await run(sql.BY_IDS, [customerId, ids])).map(fromRow),
    });
  }

  async count(customerId: string): Promise<number> {
    if (!isUuid(customerId)) return 0;
    return this.database.prisma(({ plant }) => plant.count({ where: { customerId } }));
  }

  async update(
    customerId: string,
    id: string,
    change: (plant: Plant) => Plant,
    entry: AuditEntry,
  ): Promise<Plant | undefined> {
    if (!isUuid(customerId) || !isUuid(id)) return undefined;
    const where = { id, customerId };
    return this.database.transaction(async (run, prisma) => {
      await run(LOCK_CUSTOMER, [customerId]);
      const found = await prisma(({ plant }) => plant.findFirst({ where }));
      if (!found) return undefined;
      const { createdAt } = found;
      const data = { ...change(toPlant(found)), id, customerId, createdAt };
      const changed = await naming(prisma(({ plant }) => plant.update({ where, data })));
      await writeAudit(run, entry);
      return toPlant(changed);
    });
  }

  async remove(customerId: string, id: string, entry: AuditEntry): Promise<boolean> {
    if (!isUuid(customerId) || !isUuid(id)) return false;
    return this.database.transaction(async (run, prisma) => {
      await run(LOCK_CUSTOMER, [customerId]);
      const where = { id, customerId };
      const { count } = await prisma(({ plant }) => plant.deleteMany({ where }));
      if (count > 0) await writeAudit(run, entry);
      return count > 0;
    });
  }

  async putAll(
    customerId: string,
    names: readonly string[],
    make: (name: string, present: Plant | undefined) => Plant,
    entry: (added: number) => AuditEntry,
  ): Promise<number> {
    return this.#locked(customerId, async (run, prisma) => {
      const where = { customerId, name: { in: [...new Set(names)] } };
      const found = await prisma(({ plant }) => plant.findMany({ where }));
      const present = new Map(found.map((row) => [row.name, toPlant(row)]));
      const [changed, added]: [Plant[], Plant[]] = [[], []];
      for (const name of new Set(names)) {
        const plant = present.get(name);
        const id = plant?.id;
        const made = make(name, plant);
        if (id === undefined) added.push({ ...made, customerId });
        else changed.push({ ...made, id });
      }
      await naming(run(sql.CHANGE_ALL, [customerId, toJson(changed)]));
      for (let from = 0; from < added.length; from += BATCH_ROWS) {
        const data = added.slice(from, from + BATCH_ROWS);
        await naming(prisma(({ plant }) => plant.createMany({ data })));
      }
      await writeAudit(run, entry(added.length));
      return added.length;
    });
  }

  /** Runs the work under the lock of the customer's plants. Errors: `not_found`. */
  #locked<T>(customerId: string, work: (run: Run, prisma: RunPrisma) => Promise<T>): Promise<T> {
    return this.database.transaction(async (run, prisma) => {
      const [customer] = await run(LOCK_CUSTOMER, [customerId]);
      if (!customer) throw new SolanoError('not_found', `There is no customer ${customerId}.`);
      return work(run, prisma);
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

/** The plants as rows of the table. */
function toJson(plants: readonly Plant[]): string {
  const rows = plants.map((plant) => {
    return Object.fromEntries(
      Object.entries(plant).map(([name, value]) => [columnOf(name), value]),
    );
  });
  return JSON.stringify(rows);
}
