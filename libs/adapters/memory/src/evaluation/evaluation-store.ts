import type {
  EvaluationStore,
  EvaluationText,
  StoredEvaluation,
  Unrealised,
} from '@solano/domain/desk';
import type { JsonText } from '@solano/domain/kernel';
import { copied } from '../copied.ts';
import { evaluationRow, MemoryStore } from '../database.ts';

export class MemoryEvaluationStore extends MemoryStore implements EvaluationStore {
  async get(purchaseId: string): Promise<StoredEvaluation | undefined> {
    const row = this.database.evaluations.get(purchaseId);
    if (!row) return undefined;
    const { evaluatedAt, figures, realised } = row;
    return copied({ evaluatedAt, figures, realised });
  }

  async ofPurchases(
    purchaseIds: readonly string[],
  ): Promise<ReadonlyMap<string, StoredEvaluation>> {
    const found = new Map<string, StoredEvaluation>();
    for (const id of purchaseIds) {
      const evaluation = await this.get(id);
      if (evaluation) found.set(id, evaluation);
    }
    return found;
  }

  async prices(purchaseId: string): Promise<JsonText | undefined> {
    return this.database.evaluations.get(purchaseId)?.prices;
  }

  async add(purchaseId: string, evaluation: EvaluationText, at: Date): Promise<void> {
    const { evaluations } = this.database;
    this.database.requirePurchase(purchaseId);
    if (evaluations.has(purchaseId)) return;
    evaluations.set(purchaseId, evaluationRow(evaluation, at));
  }

  async unrealised(
    { from, before }: { readonly from: Date; readonly before: Date },
    after: Pick<Unrealised, 'deliveredAt' | 'purchaseId'> | undefined,
    limit: number,
  ): Promise<Unrealised[]> {
    const rows = [...this.database.evaluations].flatMap(([purchaseId, row]) => {
      const { evaluatedAt, realisedFrom } = row;
      const deliveredAt = new Date(row.deliveredAt);
      const customerId = this.database.purchases.get(purchaseId)?.purchase.customerId ?? '';
      const each = { purchaseId, customerId, evaluatedAt, deliveredAt };
      return realisedFrom === null ? [] : [{ ...each, realisedFrom }];
    });
    const found = rows
      .filter(({ deliveredAt }) => deliveredAt >= from && deliveredAt < before)
      .filter((row) => !after || compareDelivery(row, after) > 0)
      .sort(compareDelivery)
      .slice(0, limit);
    return copied(found);
  }

  async realise(
    purchaseId: string,
    evaluatedAt: Date,
    realised: JsonText,
    realisedFrom: string | null,
  ): Promise<void> {
    const { evaluations } = this.database;
    const row = evaluations.get(purchaseId);
    if (row?.evaluatedAt.getTime() !== evaluatedAt.getTime()) return;
    evaluations.set(purchaseId, { ...row, realised, realisedFrom });
  }
}

type Delivered = Pick<Unrealised, 'deliveredAt' | 'purchaseId'>;

function compareDelivery(a: Delivered, b: Delivered): number {
  const byTime = a.deliveredAt.getTime() - b.deliveredAt.getTime();
  return byTime || (a.purchaseId < b.purchaseId ? -1 : 1);
}
