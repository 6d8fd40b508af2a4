import type { EvaluationStore, EvaluationText, JsonText, StoredEvaluation } from '@solano/domain';
import type { MemoryDatabase } from './database.ts';
import { evaluationRow } from './database.ts';

export class MemoryEvaluationStore implements EvaluationStore {
  readonly #database: MemoryDatabase;

  constructor(database: MemoryDatabase) {
    this.#database = database;
  }

  async get(purchaseId: string): Promise<StoredEvaluation | undefined> {
    const row = this.#database.evaluations.get(purchaseId);
    if (!row) return undefined;
    const { evaluatedAt, figures, realised } = row;
    return structuredClone({ evaluatedAt, figures, realised });
  }

  async prices(purchaseId: string): Promise<JsonText | undefined> {
    return this.#database.evaluations.get(purchaseId)?.prices;
  }

  async add(purchaseId: string, evaluation: EvaluationText, at: Date): Promise<void> {
    const { purchases, evaluations } = this.#database;
    if (!purchases.has(purchaseId) || evaluations.has(purchaseId)) return;
    evaluations.set(purchaseId, evaluationRow(evaluation, at));
  }
}
