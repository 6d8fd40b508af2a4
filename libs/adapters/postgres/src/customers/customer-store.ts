import { isSolanoError, SolanoError } from '@solano/domain/kernel';
import type { AuditEntry, Customer, CustomerStore, Permission } from '@solano/domain/service';
import { writeAudit } from '../audit/write-audit.ts';
import { PostgresStore } from '../database/store.ts';
import { isStorable, isUuid } from '../database/values.ts';
import { LOCK_CUSTOMER } from './customer-statements.ts';

export class PostgresCustomerStore extends PostgresStore implements CustomerStore {
  async add({ id, name, folder, permissions }: Customer, entry: AuditEntry): Promise<void> {
    const data = { id, name, folder, permissions: [...permissions] };
    try {
      await this.addAudited(entry, ({ customer }) => customer.create({ data }));
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
    const found = await this.database.prisma((prisma) => prisma.customer.findMany({ orderBy }));
    return found as Customer[];
  }

  async updatePermissions(
    id: string,
    change: (permissions: readonly Permission[]) => readonly Permission[],
    entry: AuditEntry,
  ): Promise<Customer | undefined> {
    if (!isUuid(id)) return undefined;
    const where = { id };
    return this.database.transaction(async (run, prisma) => {
      await run(LOCK_CUSTOMER, [id]);
      const found = await prisma(({ customer }) => customer.findFirst({ where }));
      if (!found) return undefined;
      const permissions = [...change(found.permissions as Permission[])];
      const data = { permissions };
      const changed = await prisma(({ customer }) => customer.update({ where, data }));
      await writeAudit(run, entry);
      return changed as Customer;
    });
  }

  async #find(where: { id: string } | { name: string }): Promise<Customer | undefined> {
    const found = await this.database.prisma((prisma) => prisma.customer.findUnique({ where }));
    return (found as Customer | null) ?? undefined;
  }
}
