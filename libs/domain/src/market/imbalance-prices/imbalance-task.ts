import { DAY_MS, dateAfter, dateAt, HOUR_MS, type Log, MINUTE_MS } from '@solano/domain/kernel';
import type { Job, Next, Retries, Task } from '@solano/domain/service';
import { freeAt } from '../market-data/budget.ts';
import { type CollectImbalanceDeps, collectImbalance } from './collect-imbalance.ts';
import { DIRECTIONS } from './imbalance-source.ts';

const IMBALANCE_JOB = 'imbalance';
const JOB = { kind: IMBALANCE_JOB, subject: 'collect', lane: 'collect' };

/** Days before today that are asked for every hour while they have no prices. */
const MISSING_DAYS = 7;
/** Days before today that are asked for once a day, with prices or without. */
const REVISED_DAYS = 35;
/** How long a source that does not respond gets no requests. */
const UNAVAILABLE_PAUSE_MS = 5 * MINUTE_MS;
/** Retried without end: an unavailable store becomes available again. */
const RETRIES: Retries = { firstMs: 1_000, factor: 2, longestMs: MINUTE_MS, forMs: Infinity };

/** What the job remembers: the next day of the pass that is under way, and when all days were asked for. */
interface Pass {
  /** Days before today; 0: no pass is under way. */
  readonly next: number;
  /** Whether days with prices are asked for, too. */
  readonly isWhole: boolean;
  /** When the last pass of all days began (ms). */
  readonly wholeAt: number;
}

export interface ImbalanceTaskDeps extends CollectImbalanceDeps {
  readonly log: Log;
}

/**
 * The job that brings prices of deviations, one day a step, the newest first. Every hour it asks for
 * the last days that have none; once a day for all of the last five weeks, as settlements change them.
 */
export function imbalanceTask(deps: ImbalanceTaskDeps): Task {
  const rejected = new Map<string, string>();
  return {
    kind: IMBALANCE_JOB,
    concurrency: 1,
    retries: RETRIES,
    maxDelayMs: HOUR_MS + MINUTE_MS,
    initialJobs: () => [JOB],
    step: (job) => nextDay(deps, job, rejected),
    giveUp: ({ reason }) => at(deps.clock().getTime() + MINUTE_MS, readPass(reason)),
  };
}

async function nextDay(
  deps: ImbalanceTaskDeps,
  { reason }: Job,
  rejected: Map<string, string>,
): Promise<Next> {
  const now = deps.clock().getTime();
  const pass = underWay(readPass(reason), now);
  const date = dateAfter(dateAt(now), -pass.next);
  const known = await deps.imbalance.revisions(date);
  const isMissing = known.length === 0;
  // What an operator imported is left alone.
  if (isMissing || (pass.isWhole && known.every(({ source }) => source !== 'csv'))) {
    const requester = isMissing && pass.next <= MISSING_DAYS ? 'poll' : 'back-fill';
    const free = requester === 'poll' ? now : await freeFrom(deps, now);
    if (free > now) return at(Math.min(free, now + HOUR_MS), pass);
    const outcome = await collectImbalance(deps, date, { requester });
    if (outcome.result === 'unavailable') return at(now + UNAVAILABLE_PAUSE_MS, pass);
    report(deps.log, date, outcome.result === 'rejected' ? outcome.reason : '', rejected);
  }
  const isOver = pass.next >= (pass.isWhole ? REVISED_DAYS : MISSING_DAYS);
  return isOver
    ? at(now + HOUR_MS, { ...pass, next: 0 })
    : at(now, { ...pass, next: pass.next + 1 });
}

/** When (ms) the source may be asked for a day that is not awaited. */
async function freeFrom({ market, source }: ImbalanceTaskDeps, now: number): Promise<number> {
  return freeAt(await market.source(source.name), now, 'back-fill', DIRECTIONS.length);
}

/** The pass to go on with; a new one where none is under way. A clock that stepped back starts anew. */
function underWay(pass: Pass, now: number): Pass {
  if (pass.next > 0) return pass;
  const age = now - pass.wholeAt;
  const isWhole = age >= DAY_MS || age < 0;
  return { next: 1, isWhole, wholeAt: isWhole ? now : pass.wholeAt };
}

/** Warns once of each reason for which a day's documents are rejected. */
function report(log: Log, date: string, reason: string, rejected: Map<string, string>): void {
  if (reason !== '' && rejected.get(date) !== reason) {
    log.warn({ day: date, reason }, `prices of deviations rejected: ${date}`);
  }
  if (reason === '') rejected.delete(date);
  else rejected.set(date, reason);
}

function at(ms: number, pass: Pass): Next {
  return { step: '', reason: JSON.stringify(pass), due: { at: new Date(ms) } };
}

/** @param reason of the job; empty at first. */
function readPass(reason: string): Pass {
  return reason === '' ? { next: 0, isWhole: false, wholeAt: 0 } : (JSON.parse(reason) as Pass);
}
