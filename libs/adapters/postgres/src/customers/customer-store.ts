import { isSolanoError, SolanoError } from '@solano/domain/kernel';
import type { AuditEntry, Customer, CustomerStore, Permission } from '@solano/domain/service';
import type { ChangeListener } from '../database/change-listener.ts';
import type { PostgresDatabase } from '../database/database.ts';
import { PrismaStore } from '../database/prisma-store.ts';
import { isStorable, isUuid } from '../database/values.ts';
import type { Customer as CustomerRow, Prisma } from '../generated/prisma/client.ts';

export class PostgresCustomerStore extends PrismaStore implements CustomerStore {
  readonly #changes: ChangeListener | undefined;

  /** @param changes is told of changes of customers, whose keys are kept with them. */
  constructor(database: Pick<PostgresDatabase, 'prisma'>, changes?: ChangeListener) {
    super(database);
    this.#changes = changes;
  }

  async add({ id, name, folder, permissions }: Customer, entry: AuditEntry): Promise<void> {
    const data = { id, name, folder, permissions: [...permissions] };
    try {
      await this.audited(entry, ({ customer }) => [customer.create({ data })]);
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
    const found = await this.prisma((prisma) => prisma.customer.findMany({ orderBy }));
    return found as Customer[];
  }

  async updatePermissions(
    id: string,
    change: (permissions: readonly Permission[]) => readonly Permission[],
    entry: AuditEntry,
  ): Promise<Customer | undefined> {
    if (!isUuid(id)) return undefined;
    const updated = await this.transaction(async (prisma) => {
      const found = await lockCustomer(prisma, id);
      if (!found) return undefined;
      const data = { permissions: [...change(found.permissions as Permission[])] };
      const changed = await prisma.customer.update({ where: { id }, data });
      await prisma.auditEntry.create({ data: entry });
      return changed as Customer;
    });
    this.#changes?.tell('solano_keys', '');
    return updated;
  }

  async #find(where: { id: string } | { name: string }): Promise<Customer | undefined> {
    const found = await this.prisma((prisma) => prisma.customer.findUnique({ where }));
    return (found as Customer | null) ?? undefined;
  }
}

/**
 * Reads and locks the customer for the rest of the transaction, as `LOCK_CUSTOMER` does: Prisma has no
 * row locks, but PostgreSQL also locks a row that an update leaves as it is.
 */
export async function lockCustomer(
  { customer }: Prisma.TransactionClient,
  id: string,
): Promise<CustomerRow | undefined> {
  const [found] = await customer.updateManyAndReturn({ where: { id }, data: { id } });
  return found;
}
