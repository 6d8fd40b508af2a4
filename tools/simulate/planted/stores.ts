import {
  type EarlierSubmission,
  isOver,
  type PurchaseStore,
  type UpdateDeps,
} from '@solano/domain/desk';
import { type PurchaseReport, purchaseJob } from '@solano/domain/desk/jobs';
import type { WebhookStore } from '@solano/domain/service';
import type { MemoryDatabase } from '@solano/memory';

/** How a process reaches the database. */
export interface Reach {
  /** The store over the connection. */
  readonly remote: PurchaseStore;
  /** The store where the database is. */
  readonly local: PurchaseStore;
  readonly memory: MemoryDatabase;
  /** Does something in the database, in one commit. */
  readonly call: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The same store, but for some methods. */
export function over<Store extends object>(store: Store, own: Partial<Store>): Store {
  return new Proxy(store, {
    get: (target, name) => Reflect.get(own, name) ?? Reflect.get(target, name),
  });
}

/** The job of a purchase is added by a statement of its own. */
export function jobAfterCommit({ remote, local, memory, call }: Reach): PurchaseStore {
  return over(remote, {
    async add(purchase, series, addition) {
      const job = purchaseJob(purchase);
      const earlier = await call(async () => {
        const found = await local.add(purchase, series, addition);
        if (!found) memory.jobs.delete(`${job.kind} ${job.subject}`);
        return found;
      });
      if (!earlier) await call(async () => memory.addJobs([job]));
      return earlier;
    },
  });
}

/** The audit entry of an update is recorded by a statement of its own. */
export function auditAfterCommit({ remote, local, memory, call }: Reach): PurchaseStore {
  return over(remote, {
    async update(id, change) {
      const [purchase, entry] = await call(async () => {
        const before = memory.audit.length;
        const updated = await local.update(id, change);
        return [updated, memory.audit.splice(before).at(0)];
      });
      if (entry) await call(async () => void memory.audit.push(entry));
      return purchase;
    },
  });
}

/** The key of a submission is recorded by a statement of its own. */
export function keyAfterCommit({ remote, local, memory, call }: Reach): PurchaseStore {
  return over(remote, {
    async add(purchase, series, { key, ...addition }) {
      const name = JSON.stringify([purchase.customerId, key?.key]);
      const earlier = await call<EarlierSubmission | 'full' | undefined>(() => {
        const isKnown = key && memory.submissions.has(name);
        return local.add(purchase, series, { ...addition, ...(isKnown && { key }) });
      });
      const { id: purchaseId, createdAt: usedAt } = purchase;
      if (!earlier && key) {
        const row = { fingerprint: key.fingerprint, purchaseId, usedAt };
        await call(async () => void memory.submissions.set(name, row));
      }
      return earlier;
    },
  });
}

/** A message is sent whether it has been settled or not. */
export function alwaysPending(store: WebhookStore): WebhookStore {
  return over(store, {
    async delivery(id) {
      const found = await store.delivery(id);
      return found && { ...found, delivery: { ...found.delivery, status: 'pending' } };
    },
  });
}

/** A late `in_progress` is written over what has settled the purchase. */
export function reopening(deps: UpdateDeps): UpdateDeps {
  const { purchases } = deps;
  const own: Partial<PurchaseStore> = {
    update: (id, change) =>
      purchases.update(id, (purchase) => {
        const made = change(purchase);
        if (made || !isOver(purchase)) return made;
        const late = change({ ...purchase, status: 'pending', wasSettled: false });
        return late?.status === 'in_progress' ? late : undefined;
      }),
  };
  return { ...deps, purchases: over(purchases, own) };
}

/** Whatever the workflow reports brings its outputs, which may be older than those that are there. */
export function withOutputs(deps: UpdateDeps, { outputs }: PurchaseReport): UpdateDeps {
  const { purchases } = deps;
  const own: Partial<PurchaseStore> = {
    update: (id, change) =>
      purchases.update(id, (purchase) => {
        const made = change(purchase);
        return made && { ...made, outputs };
      }),
  };
  return { ...deps, purchases: over(purchases, own) };
}
