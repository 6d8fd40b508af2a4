import type { Session, SessionRules } from '../market/sessions.ts';
import { Gates, SESSIONS } from '../market/sessions.ts';
import type { ModelInput } from '../models/model.ts';
import type { PastErrors } from '../prices/past-errors.ts';
import { pastErrors } from '../prices/past-errors.ts';
import type { PriceCurve, PriceStore } from '../prices/prices.ts';
import { predictedCurve } from '../prices/prices.ts';
import { dateAt } from '../time/madrid-day.ts';
import type { StrategySetting } from './catalogue.ts';
import { MODELS } from './catalogue.ts';
import type { SplitInputs, SplitTask } from './split.ts';

/** Gives the {@link pastErrors} of a session's days before a Madrid day. */
export type ReadErrors = (session: SessionRules, before: string) => Promise<PastErrors>;

/**
 * Gathers what the enabled models need to know: the newest predictions, and the prediction errors
 * of the days before the submission. Errors: `store_unavailable`.
 *
 * @param before only predictions generated before this instant (ms; default: ever) are known.
 * @param errorsOf where the errors come from; by default they are read from the store.
 */
export async function splitInputs(
  prices: PriceStore,
  task: SplitTask,
  before = Infinity,
  errorsOf: ReadErrors = (rules, date) => pastErrors(prices, rules, date),
): Promise<SplitInputs> {
  const { items, submittedAt, settings } = task;
  const gates = new Gates(submittedAt);
  const open = new Set(items.flatMap(({ period }) => gates.open(period)));
  const curves = new Map<Session, PriceCurve>();
  const history = new Map<Session, PastErrors>();
  const periods = items.map(({ period }) => period);
  const gather = async (rules: SessionRules) => {
    const curve = await predictedCurve(prices, rules.market, periods, before);
    curves.set(rules.session, curve);
    if (curve.size === 0 || !isNeeded('price_history', settings)) return;
    history.set(rules.session, await errorsOf(rules, dateAt(submittedAt)));
  };
  if (isNeeded('price_predictions', settings)) {
    // One after the other: each takes some milliseconds, for which nobody else is served.
    for (const rules of SESSIONS) if (open.has(rules.session)) await gather(rules);
  }
  return { ...task, curves, history };
}

function isNeeded(input: ModelInput, settings: readonly StrategySetting[]): boolean {
  return settings.some(({ idmodel, enabled }) => {
    return enabled && MODELS.find((model) => model.idmodel === idmodel)?.inputs.includes(input);
  });
}
