import { compareCodePoints, SolanoError } from '@solano/domain/kernel';
import type { AuditEntry, Customer, CustomerStore, Permission } from '@solano/domain/service';
import { copied } from '../copied.ts';
import { MemoryStore, requireFreeId } from '../database.ts';

export class MemoryCustomerStore extends MemoryStore implements CustomerStore {
  async add(customer: Customer, entry: AuditEntry): Promise<void> {
    const { customers } = this.database;
    requireFreeId(customers, customer.id);
    if (this.#named(customer.name)) {
      throw new SolanoError('already_exists', `There is a customer ${customer.name} already.`);
    }
    this.database.audited(entry, () => customers.set(customer.id, copied(customer)));
  }

  async get(id: string): Promise<Customer | undefined> {
    return copied(this.database.customers.get(id));
  }

  async byName(name: string): Promise<Customer | undefined> {
    return copied(this.#named(name));
  }

  async list(): Promise<Customer[]> {
    const customers = [...this.database.customers.values()];
    return copied(customers.sort((a, b) => compareCodePoints(a.name, b.name)));
  }

  async updatePermissions(
    id: string,
    change: (permissions: readonly Permission[]) => readonly Permission[],
    entry: AuditEntry,
  ): Promise<Customer | undefined> {
    const customer = this.database.customers.get(id);
    if (!customer) return undefined;
    const permissions = [...change([...customer.permissions])];
    const changed = { ...customer, permissions };
    this.database.audited(entry, () => this.database.customers.set(id, changed));
    return copied(changed);
  }

  #named(name: string): Customer | undefined {
    return [...this.database.customers.values()].find((customer) => customer.name === name);
  }
}
