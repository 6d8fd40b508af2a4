import type {
  Addition,
  DeliveredPurchase,
  EarlierSubmission,
  PastPurchase,
  Purchase,
  PurchaseChange,
  PurchaseCursor,
  PurchaseInStatus,
  PurchaseParties,
  PurchaseQuery,
  PurchaseStatus,
  PurchaseStore,
  PurchaseWithOutputs,
  PurchaseWithSeries,
  StatusChange,
  SubmissionKey,
} from '@solano/domain/desk';
import { purchaseJob } from '@solano/domain/desk/jobs';
import type { JsonText } from '@solano/domain/kernel';
import { copied } from '../copied.ts';
import type { PurchaseRow } from '../database.ts';
import { compareCreation, evaluationRow, MemoryStore, requireFreeId } from '../database.ts';
import { addDeliveries } from '../webhooks/deliveries.ts';

export class MemoryPurchaseStore extends MemoryStore implements PurchaseStore {
  async add(
    purchase: Purchase,
    series: JsonText,
    { entry, key, maxWaiting = Infinity, forecast }: Addition,
  ): Promise<EarlierSubmission | 'full' | undefined> {
    const { id, customerId, status, createdAt: at } = purchase;
    this.database.requireCustomer(customerId);
    const earlier = key && this.#submitted(customerId, key);
    if (earlier) return earlier;
    if (this.#waiting(customerId) >= maxWaiting) return 'full';
    requireFreeId(this.database.purchases, id);
    const history: StatusChange[] = [{ status, at, source: 'submission' }];
    const named = forecast === undefined ? {} : { forecast };
    const row = copied({ purchase, series, ...named, outputs: [], history });
    this.database.audited(entry, () => {
      this.database.purchases.set(id, row);
      if (key) this.#noteKey(row.purchase, key);
      this.database.addJobs([purchaseJob(purchase)]);
    });
    return undefined;
  }

  async addPast(past: readonly PastPurchase[]): Promise<void> {
    const { database } = this;
    for (const { purchase } of past) {
      database.requireCustomer(purchase.customerId);
      requireFreeId(database.purchases, purchase.id);
    }
    for (const { evaluation, realised, decision, entries, ...row } of past) {
      const { id, updatedAt } = row.purchase;
      database.purchases.set(id, copied(row));
      const known = realised !== undefined && { realised, realisedFrom: null };
      database.evaluations.set(id, { ...evaluationRow(evaluation, updatedAt), ...known });
      database.decisions.set(id, [decision]);
      for (const entry of entries) database.audited(entry, () => {});
    }
  }

  async submitted(
    customerId: string,
    key: Pick<SubmissionKey, 'key' | 'since'>,
  ): Promise<EarlierSubmission | undefined> {
    return this.#submitted(customerId, key);
  }

  async purgeSubmissionKeys(before: Date, limit: number): Promise<number> {
    const { submissions } = this.database;
    const old = [...submissions].filter(([, { usedAt }]) => usedAt < before).slice(0, limit);
    for (const [name] of old) submissions.delete(name);
    return old.length;
  }

  async get(id: string): Promise<Purchase | undefined> {
    return copied(this.#row(id)?.purchase);
  }

  async series(id: string): Promise<JsonText | undefined> {
    return this.#row(id)?.series;
  }

  async read(id: string, idmodel?: number): Promise<PurchaseWithOutputs | undefined> {
    const row = this.#row(id);
    if (!row) return undefined;
    const { purchase, outputs } = row;
    const requested = outputs.filter(
      (output) => idmodel === undefined || output.idmodel === idmodel,
    );
    return copied({ purchase, outputs: requested });
  }

  async readWithSeries(id: string): Promise<PurchaseWithSeries | undefined> {
    const row = this.#row(id);
    return row && copied(withSeries(row));
  }

  async update(
    id: string,
    change: (purchase: Purchase) => PurchaseChange | undefined,
  ): Promise<Purchase | undefined> {
    const row = this.#row(id);
    if (!row) return undefined;
    const made = copied(change(copied(row.purchase)));
    if (!made) return copied(row.purchase);
    const updated = changed(row, made);
    this.database.audited(made.entry, () => {
      addDeliveries(this.database, id, made.deliveries ?? []);
      if (made.outputs) this.#evaluate(id, made);
      if (made.wasSettled) this.database.endJob(purchaseJob(row.purchase));
      if (made.queues) this.database.restartJob(purchaseJob(row.purchase));
      this.database.purchases.set(id, updated);
    });
    return copied(updated.purchase);
  }

  async history(id: string): Promise<StatusChange[]> {
    return copied([...(this.#row(id)?.history ?? [])]);
  }

  async list(query: PurchaseQuery): Promise<Purchase[]> {
    const found = this.#purchases()
      .filter((purchase) => matches(purchase, query))
      .sort((a, b) => compareCreation(b, a))
      .slice(0, query.limit);
    return copied(found);
  }

  async *delivered(
    customerId: string,
    { user, retailer }: PurchaseParties,
    { from, to }: { readonly from: Date; readonly to: Date },
  ): AsyncGenerator<DeliveredPurchase> {
    const found = this.#purchases()
      .filter((each) => each.customerId === customerId)
      .filter((each) => each.user === user && each.retailer === retailer)
      .filter(({ deliversFrom, deliversTo }) => {
        if (deliversFrom === null || deliversTo === null) return true;
        return deliversTo > from && deliversFrom < to;
      })
      .sort(compareCreation);
    for (const { id } of found) {
      const row = this.#row(id);
      if (row) yield copied(this.#delivered(row));
    }
  }

  #delivered(row: PurchaseRow): DeliveredPurchase {
    const { purchase, outputs } = row;
    const { decisions, evaluations } = this.database;
    const inTime = decisions.get(purchase.id)?.findLast(({ tooLate }) => tooLate === undefined);
    const evaluation = evaluations.get(purchase.id);
    return {
      ...withSeries(row),
      decision: inTime,
      output: outputs.find(({ idmodel }) => idmodel === inTime?.idmodel)?.json,
      evaluation:
        inTime && evaluation && evaluation.evaluatedAt > inTime.decidedAt
          ? {
              evaluatedAt: evaluation.evaluatedAt,
              figures: evaluation.figures,
              realised: evaluation.realised,
            }
          : undefined,
    };
  }

  async parties(customerId: string, limit: number): Promise<PurchaseParties[]> {
    const own = this.#purchases().filter((purchase) => purchase.customerId === customerId);
    const parties = own.map(
      ({ user, retailer }) => [JSON.stringify([user, retailer]), { user, retailer }] as const,
    );
    return [...new Map(parties).values()].slice(0, limit);
  }

  async count(requested: PurchaseStatus): Promise<number> {
    return this.#purchases().filter(({ status }) => status === requested).length;
  }

  async inStatus(
    statuses: readonly PurchaseStatus[],
    createdBefore: Date,
    after: PurchaseCursor | undefined,
    limit: number,
  ): Promise<PurchaseInStatus[]> {
    const found = this.#purchases()
      .filter(({ status, createdAt }) => statuses.includes(status) && createdAt < createdBefore)
      .filter((purchase) => !after || compareCreation(purchase, after) > 0)
      .sort(compareCreation)
      .slice(0, limit);
    return copied(found.map(({ createdAt, id, customerId }) => ({ createdAt, id, customerId })));
  }

  #row(id: string): PurchaseRow | undefined {
    return this.database.purchases.get(id);
  }

  #purchases(): Purchase[] {
    return [...this.database.purchases.values()].map(({ purchase }) => purchase);
  }

  /** Purchases of a customer that wait, or are under way. */
  #waiting(customerId: string): number {
    const { kind } = purchaseJob({ id: '', customerId });
    const jobs = [...this.database.jobs.values()].map(({ job }) => job);
    return jobs.filter((job) => job.kind === kind && job.lane === customerId).length;
  }

  #submitted(
    customerId: string,
    { key, since }: Pick<SubmissionKey, 'key' | 'since'>,
  ): EarlierSubmission | undefined {
    const used = this.database.submissions.get(submissionName(customerId, key));
    const row = used && this.#row(used.purchaseId);
    if (!row || used.usedAt < since) return undefined;
    return copied({ purchase: row.purchase, fingerprint: used.fingerprint });
  }

  #noteKey({ id, customerId, createdAt }: Purchase, { key, fingerprint }: SubmissionKey): void {
    const row = { fingerprint, purchaseId: id, usedAt: createdAt };
    this.database.submissions.set(submissionName(customerId, key), row);
  }

  /** Replaces the evaluation of outputs that were replaced. */
  #evaluate(id: string, { evaluation, updatedAt }: PurchaseChange): void {
    const { evaluations } = this.database;
    if (evaluation) evaluations.set(id, evaluationRow(evaluation, updatedAt));
    else evaluations.delete(id);
  }
}

function submissionName(customerId: string, key: string): string {
  return JSON.stringify([customerId, key]);
}

function matches(purchase: Purchase, query: PurchaseQuery): boolean {
  const { customerId, user, retailer, statuses, from, to, after } = query;
  return (
    purchase.customerId === customerId &&
    purchase.user === user &&
    (retailer === undefined || purchase.retailer === retailer) &&
    (!statuses || statuses.includes(purchase.status)) &&
    (!from || purchase.createdAt >= from) &&
    (!to || purchase.createdAt < to) &&
    (!after || compareCreation(purchase, after) < 0)
  );
}

function changed(row: PurchaseRow, change: PurchaseChange): PurchaseRow {
  const { status, error, updatedAt, source, outputs = row.outputs } = change;
  const { wasSettled = row.purchase.wasSettled } = change;
  const sameStatus = status === row.purchase.status;
  return {
    ...row,
    purchase: { ...row.purchase, status, error, updatedAt, wasSettled },
    outputs,
    history: sameStatus ? row.history : [...row.history, { status, at: updatedAt, source }],
  };
}

function withSeries({ purchase, series, forecast }: PurchaseRow): PurchaseWithSeries {
  return { purchase, series, ...(forecast !== undefined && { forecast }) };
}
