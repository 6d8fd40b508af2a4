import {
  type Customer,
  type CustomerStore,
  isSolanoError,
  type Permission,
  SolanoError,
} from '@solano/domain';
import type { PostgresDatabase } from '../database/database.ts';
import { isStorable, isUuid, requireStorable } from '../database/values.ts';

const LOCK = {
  name: 'customer-lock',
  text: 'SELECT permissions FROM customer WHERE id = $1 FOR NO KEY UPDATE',
};
const SET_PERMISSIONS = {
  name: 'customer-set-permissions',
  text: 'UPDATE customer SET permissions = $2 WHERE id = $1 RETURNING id, name, folder, permissions',
};

export class PostgresCustomerStore implements CustomerStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async add({ id, name, folder, permissions }: Customer): Promise<void> {
    requireStorable(name);
    requireStorable(folder ?? '');
    const data = { id, name, folder, permissions: [...permissions] };
    try {
      await this.#database.prisma((prisma) => prisma.customer.create({ data }));
    } catch (cause) {
      if (!isSolanoError(cause, 'already_exists')) throw cause;
      throw new SolanoError('already_exists', `There is a customer ${name} already.`, { cause });
    }
  }

  async get(id: string): Promise<Customer | undefined> {
    return isUuid(id) ? this.#find({ id }) : undefined;
  }

  async byName(name: string): Promise<Customer | undefined> {
    return isStorable(name) ? this.#find({ name }) : undefined;
  }

  async list(): Promise<Customer[]> {
    // The column's collation "C" makes it code-point order.
    const orderBy = { name: 'asc' } as const;
    const found = await this.#database.prisma((prisma) => prisma.customer.findMany({ orderBy }));
    return found as Customer[];
  }

  async updatePermissions(
    id: string,
    change: (permissions: readonly Permission[]) => readonly Permission[],
  ): Promise<Customer | undefined> {
    if (!isUuid(id)) return undefined;
    return this.#database.transaction(async (run) => {
      const [found] = await run<Pick<Customer, 'permissions'>>(LOCK, [id]);
      if (!found) return undefined;
      const [changed] = await run<Customer>(SET_PERMISSIONS, [id, change(found.permissions)]);
      return changed;
    });
  }

  async #find(where: { id: string } | { name: string }): Promise<Customer | undefined> {
    const found = await this.#database.prisma((prisma) => prisma.customer.findUnique({ where }));
    return (found as Customer | null) ?? undefined;
  }
}
