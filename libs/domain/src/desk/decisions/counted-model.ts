import { dayOf } from '@solano/domain/kernel';
import { gateClosure, SESSIONS, type Session } from '@solano/domain/market';
import type { parseEvaluation, StoredEvaluation } from '../evaluation/evaluation.ts';
import type { Decision } from './decision.ts';

type Evaluation = ReturnType<typeof parseEvaluation>;

/** When a session's first gate closes (ms) for what a model trades. */
interface FirstGate {
  readonly session: Session;
  readonly closesAt: number;
}

/** The first gate of each session in which a model buys or sells, in the order of sessions. */
function firstGates({ outputs, gates }: Evaluation, idmodel: number): FirstGate[] {
  const model = outputs.find((each) => each.model.idmodel === idmodel)?.model;
  if (!model) return [];
  const days = model.firstDays ?? firstDaysOfAll(gates, Object.keys(model.energy));
  return SESSIONS.flatMap((rules) => {
    const day = days[rules.session];
    if (day === undefined) return [];
    return { session: rules.session, closesAt: gateClosure(rules, dayOf(day)) };
  });
}

/** Of all models together: an evaluation of an earlier release does not separate them. */
function firstDaysOfAll(
  gates: Evaluation['gates'],
  sessions: readonly string[],
): Partial<Record<Session, string>> {
  const used = gates.filter(({ session }) => sessions.includes(session));
  // A session's days are in order: the first of them stays.
  const days = used.map(({ session, date }) => [session, date] as const).reverse();
  return Object.fromEntries(days);
}

/** The sessions in which a model trades whose first gate has closed by an instant (ms). */
export function closedSessions(evaluation: Evaluation, idmodel: number, at: number): Session[] {
  return firstGates(evaluation, idmodel)
    .filter(({ closesAt }) => closesAt <= at)
    .map(({ session }) => session);
}

/**
 * The model by which sums go: of the last decision in time, unless the outputs were replaced after it
 * and after a gate, when more was known. Null where there is none.
 *
 * @param decision the newest that was not too late.
 */
export function countedModel(
  decision: Decision | undefined,
  evaluation: (Evaluation & Pick<StoredEvaluation, 'evaluatedAt'>) | undefined,
): number | null {
  const idmodel = decision?.idmodel ?? null;
  if (!decision || idmodel === null || !evaluation) return idmodel;
  const { evaluatedAt } = evaluation;
  if (evaluatedAt <= decision.decidedAt) return idmodel;
  const model = evaluation.outputs.find((each) => each.model.idmodel === idmodel)?.model;
  // An evaluation of an earlier release counts as it is.
  if (!model?.firstDays) return idmodel;
  const closed = closedSessions(evaluation, idmodel, evaluatedAt.getTime());
  return closed.length > 0 ? null : idmodel;
}
