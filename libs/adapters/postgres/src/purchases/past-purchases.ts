import type { PastPurchase, StatusChange } from '@solano/domain/desk';
import { writeAudit } from '../audit/write-audit.ts';
import { insertRows } from '../database/row-statements.ts';
import type { Run } from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import type {
  PurchaseDecision,
  PurchaseEvaluation,
  PurchaseOutput,
  PurchaseSeries,
} from '../generated/prisma/client.ts';
import { CHANGES, PURCHASES } from './purchase-statements.ts';

const SERIES = tableOf<Omit<PurchaseSeries, 'forecast'>>('purchase_series', {
  purchaseId: 'purchaseId',
  json: 'json',
});

const OUTPUTS = tableOf<PurchaseOutput>('purchase_output', {
  purchaseId: 'purchaseId',
  position: 'position',
  idmodel: 'idmodel',
  json: 'json',
});

const EVALUATIONS = tableOf<PurchaseEvaluation>('purchase_evaluation', {
  purchaseId: 'purchaseId',
  evaluatedAt: 'evaluatedAt',
  figures: 'figures',
  prices: 'prices',
  deliveredAt: 'deliveredAt',
  realised: 'realised',
  realisedFrom: 'realisedFrom',
});

const DECISIONS = tableOf<Omit<PurchaseDecision, 'sequence'>>('purchase_decision', {
  purchaseId: 'purchaseId',
  idmodel: 'idmodel',
  note: 'note',
  at: 'at',
  by: 'by',
  tooLate: 'tooLate',
});

/** Adds purchases of the past, a statement for each table. Errors: `already_exists`. */
export async function insertPast(run: Run, past: readonly PastPurchase[]): Promise<void> {
  await run(
    ...insertRows(
      PURCHASES,
      past.map(({ purchase }) => purchase),
    ),
  );
  await run(
    ...insertRows(
      SERIES,
      past.map(({ purchase, series }) => ({ purchaseId: purchase.id, json: series })),
    ),
  );
  await run(...insertRows(CHANGES, past.flatMap(changesOf)));
  await run(...insertRows(OUTPUTS, past.flatMap(outputsOf)));
  await run(...insertRows(EVALUATIONS, past.map(evaluationOf)));
  await run(...insertRows(DECISIONS, past.map(decisionOf)));
  await writeAudit(run, ...past.flatMap(({ entries }) => entries));
}

function changesOf({ purchase, history }: PastPurchase): (StatusChange & { purchaseId: string })[] {
  return history.map((change) => ({ purchaseId: purchase.id, ...change }));
}

function outputsOf({ purchase, outputs }: PastPurchase): PurchaseOutput[] {
  return outputs.map((output, position) => ({ purchaseId: purchase.id, position, ...output }));
}

function evaluationOf({ purchase, evaluation, realised }: PastPurchase): PurchaseEvaluation {
  const { id: purchaseId, updatedAt: evaluatedAt } = purchase;
  const deliveredAt = new Date(evaluation.deliveredAt);
  const known =
    realised === undefined
      ? { realised: '[]', realisedFrom: '' }
      : { realised, realisedFrom: null };
  return { purchaseId, evaluatedAt, ...evaluation, deliveredAt, ...known };
}

function decisionOf({ purchase, decision }: PastPurchase): Omit<PurchaseDecision, 'sequence'> {
  const { idmodel, note, decidedAt: at, decidedBy: by, tooLate = [] } = decision;
  return { purchaseId: purchase.id, idmodel, note, at, by, tooLate: [...tooLate] };
}
