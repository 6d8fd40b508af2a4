import type { Observe } from '@solano/domain/kernel';
import { Gates, MILLI, type PriceCurve, priceMinutes, type Session } from '@solano/domain/market';
import { type Direction, megawattsOf, wattsOf } from '../bids/bid.ts';
import { type BidCurves, stepsFor } from '../bids/curves.ts';
import { limitBids } from '../models/limit-bids.ts';
import type { LinearSolver } from '../models/programs/linear-solver.ts';
import { runModel } from '../models/run-model.ts';
import type { SeriesItem, SplitInputs } from '../models/split-inputs.ts';
import type { BidRequest, Rest } from './advance.ts';
import type { PlannedBid } from './plan.ts';

/** The model needs none. */
const NO_SOLVER: LinearSolver = {
  optimum: () => Promise.reject(new Error('Bids need no solver.')),
};

/**
 * The bids of a session by model 7 for what is left, whose later sessions are those still open. Where
 * the model lacks its inputs, all that is left is bid without a limit.
 *
 * @param inputs as they are known now: `submittedAt` is the instant.
 * @param onFailure called with the stack traces of why where the model could not be computed.
 * @param observeModel observes the model.
 */
export async function makeBids(
  inputs: SplitInputs,
  { session, open, rests }: BidRequest,
  onFailure: (cause: string) => void,
  observeModel?: Observe,
): Promise<PlannedBid[]> {
  const gates = new Gates(inputs.submittedAt, inputs.cancelled);
  const items = rests.map((rest) => itemOf(inputs.items, rest));
  const sessions = items.map(({ period }) => {
    return gates.open(period).filter((each) => open.includes(each));
  });
  const setting = inputs.settings.find(({ idmodel }) => idmodel === limitBids.idmodel);
  const run = await runModel(limitBids, setting?.parameters ?? {}, {
    inputs: { ...inputs, items },
    open: sessions,
    solver: NO_SOLVER,
    observeModel,
  });
  if ('cause' in run) onFailure(run.cause);
  const curves = 'gap' in run ? undefined : run.curves;
  return rests.map(({ item, watts }, i) => {
    const { period } = items[i] as SeriesItem;
    const direction: Direction = watts < 0 ? -1 : 1;
    const weighed = weighedAt(inputs.curves, session, items[i] as SeriesItem);
    const predicted = weighed === undefined ? null : weighed / period.minutes / MILLI;
    return { item, direction, predicted, steps: stepsOf(curves?.[i], session, Math.abs(watts)) };
  });
}

/** An item of the submitted size, by which its caps go, unless what is left is larger or of the other sign. */
function itemOf(items: readonly SeriesItem[], { item, watts }: Rest): SeriesItem {
  const own = items[item] as SeriesItem;
  const size = wattsOf(own.megawatts) * Math.sign(watts);
  return size >= Math.abs(watts) ? own : { ...own, megawatts: megawattsOf(watts) };
}

function weighedAt(
  curves: ReadonlyMap<Session, PriceCurve>,
  session: Session,
  { period }: SeriesItem,
): number | undefined {
  const curve = curves.get(session);
  return curve && priceMinutes(curve, period);
}

/** @param watts what is left, above 0. */
function stepsOf(curves: BidCurves | undefined, session: Session, watts: number) {
  if (!curves) return [{ price: null, mw: megawattsOf(watts) }];
  // A session without a predicted price is not used: what is left waits for one that has.
  return curves.sessions[0]?.session === session ? stepsFor(curves, 0, watts) : [];
}
