import { DAY_MS, dateAfter, HOUR_MS, MINUTE_MS } from '@solano/domain/kernel';
import { expectedAt, isMarket, isTraded, type SeriesName } from './series.ts';

const MAX_JITTER_MS = 30_000;
/** The jitter is at most a tenth of the time between polls, so that they stay in order. */
const JITTER_SHARE = 10;
/** A poll that is further ahead was made by a clock that was wrong. */
const MAX_SKEW_MS = MINUTE_MS;
/** For so long after the usual time a missing document is looked for; then once a day. */
export const POLL_WINDOW_MS = 7 * DAY_MS;
/** Revisions of a document are polled for so long after it was received; then once a day. */
export const REVISION_WINDOW_MS = DAY_MS;
/** A document that was never requested and is older than this is left to back-filling. */
export const BACK_FILL_AFTER_MS = DAY_MS;

/** How often and with what seed of the jitter documents are looked for. */
export interface PollPlan {
  readonly everyMs: number;
  readonly seed: string;
}

/** A document whose usual time has come, or comes soon. */
export interface ExpectedDocument {
  readonly series: SeriesName;
  readonly date: string;
  /** In ms. */
  readonly expectedAt: number;
}

/** The documents that may be looked for on a Madrid day or the day after, the newest first. */
export function expectedDocuments(
  series: readonly SeriesName[],
  today: string,
): ExpectedDocument[] {
  const days = POLL_WINDOW_MS / DAY_MS + 2;
  const dates = Array.from({ length: days + 2 }, (_, i) => dateAfter(today, 2 - i));
  return series
    .flatMap((name) =>
      dates.map((date) => ({ series: name, date, expectedAt: expectedAt(name, date) })),
    )
    .filter(({ series: name, date }) => !isMarket(name) || isTraded(name, date))
    .toSorted((a, b) => b.expectedAt - a.expectedAt);
}

/**
 * When (ms) a document is looked for next: at its usual time and every so often after it, each time
 * a little later by chance. Undefined: not at all, or only once a day, by back-filling.
 *
 * @param state.last when (ms) it was looked for last; undefined: never.
 * @param state.cameAt when (ms) it came; undefined: it did not. Then only its revisions are looked
 *   for, and of a fundamental once an hour.
 */
export function nextPoll(
  plan: PollPlan,
  { series, expectedAt: first }: ExpectedDocument,
  state: { readonly last: number | undefined; readonly cameAt: number | undefined },
  now: number,
): number | undefined {
  const { cameAt } = state;
  const isAhead = state.last !== undefined && state.last > now + MAX_SKEW_MS;
  const last = isAhead ? now : state.last;
  if (last === undefined && now - first > BACK_FILL_AFTER_MS) return undefined;
  const isSlow = cameAt !== undefined && !isMarket(series);
  const everyMs = isSlow ? Math.max(plan.everyMs, HOUR_MS) : plan.everyMs;
  // One poll for each interval, by whichever process: each has a jitter of its own.
  const intervals = last === undefined ? 0 : Math.floor((last - first) / everyMs) + 1;
  const slot = first + Math.max(0, intervals) * everyMs;
  const until =
    cameAt === undefined ? first + POLL_WINDOW_MS : Math.max(first, cameAt) + REVISION_WINDOW_MS;
  return slot > until ? undefined : slot + jitter(plan, slot);
}

/** How much later than a planned instant (ms) is looked: the same for all documents. */
function jitter({ everyMs, seed }: PollPlan, slot: number): number {
  return Math.floor(fraction(`${seed} ${slot}`) * Math.min(MAX_JITTER_MS, everyMs / JITTER_SHARE));
}

/** A number from 0 to below 1 that looks random and is always the same for a text (FNV-1a). */
function fraction(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  // What differs in the last character alone spreads over all bits.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}
