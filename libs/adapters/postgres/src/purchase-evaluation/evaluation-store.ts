import type {
  EvaluationStore,
  EvaluationText,
  StoredEvaluation,
  Unrealised,
} from '@solano/domain/desk';
import type { JsonText } from '@solano/domain/kernel';
import { PostgresStore } from '../database/store.ts';
import { isUuid, MIN_ID } from '../database/values.ts';
import { UNREALISED } from './evaluation-statements.ts';

export class PostgresEvaluationStore extends PostgresStore implements EvaluationStore {
  async get(purchaseId: string): Promise<StoredEvaluation | undefined> {
    if (!isUuid(purchaseId)) return undefined;
    const select = { evaluatedAt: true, figures: true, realised: true };
    const found = await this.database.prisma(({ purchaseEvaluation }) =>
      purchaseEvaluation.findUnique({ where: { purchaseId }, select }),
    );
    return found ?? undefined;
  }

  async ofPurchases(
    purchaseIds: readonly string[],
  ): Promise<ReadonlyMap<string, StoredEvaluation>> {
    const where = { purchaseId: { in: purchaseIds.filter(isUuid) } };
    const select = { purchaseId: true, evaluatedAt: true, figures: true, realised: true };
    const found = await this.database.prisma(({ purchaseEvaluation }) =>
      purchaseEvaluation.findMany({ where, select }),
    );
    return new Map(found.map(({ purchaseId, ...evaluation }) => [purchaseId, evaluation]));
  }

  async prices(purchaseId: string): Promise<JsonText | undefined> {
    if (!isUuid(purchaseId)) return undefined;
    const select = { prices: true };
    const found = await this.database.prisma(({ purchaseEvaluation }) =>
      purchaseEvaluation.findUnique({ where: { purchaseId }, select }),
    );
    return found?.prices;
  }

  async add(purchaseId: string, evaluation: EvaluationText, at: Date): Promise<void> {
    const data = { ...evaluation, purchaseId, evaluatedAt: at };
    await this.database.prisma(({ purchaseEvaluation }) =>
      purchaseEvaluation.createMany({ data, skipDuplicates: true }),
    );
  }

  async unrealised(
    { from, before }: { readonly from: Date; readonly before: Date },
    after: Pick<Unrealised, 'deliveredAt' | 'purchaseId'> | undefined,
    limit: number,
  ): Promise<Unrealised[]> {
    const cursor = after ? [after.deliveredAt, after.purchaseId] : [-Infinity, MIN_ID];
    return this.database.run(UNREALISED, [from, before, ...cursor, limit]);
  }

  async realise(
    purchaseId: string,
    evaluatedAt: Date,
    realised: JsonText,
    realisedFrom: string | null,
  ): Promise<void> {
    if (!isUuid(purchaseId)) return;
    const where = { purchaseId, evaluatedAt };
    await this.database.prisma(({ purchaseEvaluation }) =>
      purchaseEvaluation.updateMany({ where, data: { realised, realisedFrom } }),
    );
  }
}
