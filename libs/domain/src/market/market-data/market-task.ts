import { dateAfter, dateAt, HOUR_MS, isSolanoError, MINUTE_MS } from '@solano/domain/kernel';
import type { Job, NewJob, Next, Retries, Task } from '@solano/domain/service';
import { latestPrediction } from '../prices/latest-prediction.ts';
import type { PriceStore } from '../prices/prices.ts';
import { BackFill } from './back-fill.ts';
import { DocumentPoller } from './document-poller.ts';
import type { PollPlan } from './poll-schedule.ts';
import { type CollectDeps, MARKET_JOB } from './store-document.ts';

/** The job is notified when something comes; where that was lost, it polls. */
const PREDICT_INTERVAL_MS = 30 * MINUTE_MS;
/** Days of history come one by one: predictions are made again at most once an hour. */
const HISTORY_PAUSE_MS = HOUR_MS;
/** No job waits for longer, so that a clock that was ahead and is corrected delays none by that time. */
const MAX_WAIT_MS = HOUR_MS;
/** Retried without end: an unavailable store becomes available again. */
const RETRIES: Retries = { firstMs: 1_000, factor: 2, longestMs: MINUTE_MS, forMs: Infinity };

export interface MarketTaskDeps extends CollectDeps {
  readonly prices: PriceStore;
  readonly plan: PollPlan;
  /** Makes new predictions of all markets. */
  readonly predict: () => Promise<void>;
}

/**
 * The jobs that bring market data: polling of expected documents, back-filling, and predictions after
 * what came. Each is done by one process at a time, and continues where another stopped.
 */
export function marketTask(deps: MarketTaskDeps): Task {
  const poller = new DocumentPoller(deps, deps.plan);
  const backFill = new BackFill(deps);
  const steps: Readonly<Record<string, (job: Job) => Promise<Next>>> = {
    look: async () => soon(await poller.poll()),
    'back-fill': async () => soon(await backFill.next()),
    predict: ({ reason }) => predictAfterArrival(deps, reason),
  };
  const soon = (ms: number, reason?: string) =>
    at(Math.min(ms, deps.clock().getTime() + MAX_WAIT_MS), reason);
  return {
    kind: MARKET_JOB,
    concurrency: Object.keys(steps).length,
    retries: RETRIES,
    maxDelayMs: MAX_WAIT_MS + MINUTE_MS,
    initialJobs: () =>
      Object.keys(steps).map((subject): NewJob => {
        return { kind: MARKET_JOB, subject, lane: subject };
      }),
    // One of another release, which runs beside this one, waits for it.
    step: async (job) => steps[job.subject]?.(job) ?? soon(Infinity, job.reason),
    giveUp: ({ reason }) => at(deps.clock().getTime() + MINUTE_MS, reason),
  };
}

function at(ms: number, reason = ''): Next {
  return { step: '', reason, due: { at: new Date(ms) } };
}

/**
 * Makes new predictions where something came since the last ones. The job remembers for which arrival
 * they were made, also where nothing could be predicted from it.
 *
 * @param handled ISO 8601; empty: none yet.
 */
async function predictAfterArrival(deps: MarketTaskDeps, handled: string): Promise<Next> {
  const { market, prices, clock, log } = deps;
  const now = clock().getTime();
  const fresh = await market.newestArrival(dateAfter(dateAt(now), -1));
  const newest = await market.newestArrival('0001-01-01');
  const again = at(now + PREDICT_INTERVAL_MS, handled);
  const since = handled === '' ? -Infinity : Date.parse(handled);
  const isFresh = fresh !== undefined && fresh.getTime() > since;
  const isHistory =
    newest !== undefined && newest.getTime() > since && now - since > HISTORY_PAUSE_MS;
  if (!newest || (!isFresh && !isHistory)) return again;
  const last = await latestPrediction(prices, 'md_pdbc_spain');
  const isMade = last?.origin === 'live' && last.generatedAt >= newest;
  try {
    if (!isMade) await deps.predict();
  } catch (err) {
    // Too little is known, or it is too old: the next arrival may change that.
    if (!isSolanoError(err, 'invalid_request')) throw err;
    log.warn({ reason: err.message }, 'no predictions could be made from the new market data');
  }
  // Runs again at once: an arrival in the meantime did not wake the running job.
  return at(now, newest.toISOString());
}
