import { isSolanoError, type Page, type Plant, type PlantStore, SolanoError } from '@solano/domain';
import type { PostgresDatabase, Run } from '../database/database.ts';
import { NOTHING, pages } from '../database/pages.ts';
import { isStorable, isUuid, timestamp } from '../database/values.ts';
import * as sql from './plant-statements.ts';

export class PostgresPlantStore implements PlantStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async add(plant: Plant): Promise<void> {
    await this.#locked(plant.customerId, (run) => add(run, plant.customerId, [plant]));
  }

  async get(customerId: string, id: string): Promise<Plant | undefined> {
    if (!isUuid(customerId) || !isUuid(id)) return undefined;
    const [plant] = await this.#database.run<Plant>(sql.GET, [customerId, id]);
    return plant;
  }

  async byName(customerId: string, name: string): Promise<Plant | undefined> {
    if (!isUuid(customerId) || !isStorable(name)) return undefined;
    const [plant] = await this.#database.run<Plant>(sql.BY_NAME, [customerId, name]);
    return plant;
  }

  list(customerId: string, page: Page): AsyncGenerator<Plant> {
    if (!isUuid(customerId)) return pages(page, NOTHING);
    return pages<Plant>(page, {
      rows: (limit, offset) => this.#database.run(sql.LIST, [customerId, limit, offset]),
      ids: (limit, offset) => this.#database.run(sql.LIST_IDS, [customerId, limit, offset]),
      byIds: (ids) => this.#database.run(sql.BY_IDS, [customerId, ids]),
    });
  }

  async count(customerId: string): Promise<number> {
    if (!isUuid(customerId)) return 0;
    const [row] = await this.#database.run<{ count: number }>(sql.COUNT, [customerId]);
    return row?.count ?? 0;
  }

  async update(
    customerId: string,
    id: string,
    change: (plant: Plant) => Plant,
  ): Promise<Plant | undefined> {
    if (!isUuid(customerId) || !isUuid(id)) return undefined;
    return this.#database.transaction(async (run) => {
      await run(sql.LOCK_PLANTS, [customerId]);
      const [found] = await run<Plant>(sql.GET, [customerId, id]);
      if (!found) return undefined;
      const [changed] = await replace(run, customerId, [{ ...change(found), id }]);
      return changed;
    });
  }

  async remove(customerId: string, id: string): Promise<boolean> {
    if (!isUuid(customerId) || !isUuid(id)) return false;
    return this.#database.transaction(async (run) => {
      await run(sql.LOCK_PLANTS, [customerId]);
      const removed = await run(sql.REMOVE, [customerId, id]);
      return removed.length > 0;
    });
  }

  async putAll(
    customerId: string,
    names: readonly string[],
    make: (name: string, present: Plant | undefined) => Plant,
  ): Promise<number> {
    return this.#locked(customerId, async (run) => {
      const found = await run<Plant>(sql.BY_NAMES, [customerId, names]);
      const present = new Map(found.map((plant) => [plant.name, plant]));
      const [changed, added]: [Plant[], Plant[]] = [[], []];
      for (const name of new Set(names)) {
        const plant = present.get(name);
        const id = plant?.id;
        const made = make(name, plant);
        if (id === undefined) added.push(made);
        else changed.push({ ...made, id });
      }
      await replace(run, customerId, changed);
      await add(run, customerId, added);
      return added.length;
    });
  }

  /** Runs the work under the lock of the customer's plants. Errors: `not_found`. */
  #locked<T>(customerId: string, work: (run: Run) => Promise<T>): Promise<T> {
    return this.#database.transaction(async (run) => {
      const [customer] = await run(sql.LOCK_PLANTS, [customerId]);
      if (!customer) throw new SolanoError('not_found', `There is no customer ${customerId}.`);
      return work(run);
    });
  }
}

async function add(run: Run, customerId: string, plants: readonly Plant[]): Promise<void> {
  const created = plants.map(({ createdAt }) => timestamp(createdAt));
  await naming(run(sql.ADD, [customerId, ...columns(plants), created]));
}

/** Sets the fields of the plants with the ids. */
function replace(run: Run, customerId: string, plants: readonly Plant[]): Promise<Plant[]> {
  return naming(run<Plant>(sql.CHANGE, [customerId, ...columns(plants)]));
}

async function naming<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (cause) {
    if (!isSolanoError(cause, 'already_exists')) throw cause;
    throw new SolanoError('already_exists', 'There is a plant of the name already.', { cause });
  }
}

function columns(plants: readonly Plant[]): string[][] {
  return [
    plants.map(({ id }) => id),
    plants.map(({ name }) => name),
    plants.map(({ lat }) => lat),
    plants.map(({ lon }) => lon),
    plants.map(({ installedCapacityMw }) => installedCapacityMw),
    plants.map(({ nominalCapacityMw }) => nominalCapacityMw),
    plants.map(({ area }) => area),
    plants.map(({ technologyType }) => technologyType),
    plants.map(({ lastTrainingCnnAt }) => lastTrainingCnnAt),
    plants.map(({ lastTrainingTreesAt }) => lastTrainingTreesAt),
    plants.map(({ agrupation }) => agrupation),
    plants.map(({ customerDisplayName }) => customerDisplayName),
    plants.map(({ timezone }) => timezone),
    plants.map(({ updatedAt }) => timestamp(updatedAt)),
  ];
}
