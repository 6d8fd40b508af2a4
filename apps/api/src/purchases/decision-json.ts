import type { Decision } from '@solano/domain/desk';

export function decisionJson(decision: Decision): object {
  const { idmodel, note, decidedAt, decidedBy, tooLate } = decision;
  return { idmodel, note, decided_at: decidedAt, decided_by: decidedBy, too_late: tooLate };
}
