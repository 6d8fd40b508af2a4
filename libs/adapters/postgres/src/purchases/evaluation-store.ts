import type { EvaluationStore, EvaluationText, JsonText, StoredEvaluation } from '@solano/domain';
import type { PostgresDatabase } from '../database/database.ts';
import { isUuid } from '../database/values.ts';
import { ADD } from './evaluation-statements.ts';

export class PostgresEvaluationStore implements EvaluationStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async get(purchaseId: string): Promise<StoredEvaluation | undefined> {
    if (!isUuid(purchaseId)) return undefined;
    const select = { evaluatedAt: true, figures: true, realised: true };
    const found = await this.#database.prisma(({ purchaseEvaluation }) =>
      purchaseEvaluation.findUnique({ where: { purchaseId }, select }),
    );
    return found ?? undefined;
  }

  async prices(purchaseId: string): Promise<JsonText | undefined> {
    if (!isUuid(purchaseId)) return undefined;
    const select = { prices: true };
    const found = await this.#database.prisma(({ purchaseEvaluation }) =>
      purchaseEvaluation.findUnique({ where: { purchaseId }, select }),
    );
    return found?.prices;
  }

  async add(purchaseId: string, evaluation: EvaluationText, at: Date): Promise<void> {
    if (!isUuid(purchaseId)) return;
    const { figures, prices, deliveredAt } = evaluation;
    await this.#database.run(ADD, [purchaseId, at, figures, prices, deliveredAt]);
  }
}
