import { MINUTE_MS } from '@solano/domain/kernel';

/** The kind of a request: a poll for an expected document is not counted. */
export type Requester = 'poll' | 'back-fill' | 'fetch';

/**
 * Maximum of requests to a source in any minute, by all processes together. Requests of `market
 * fetch` count for back-filling too.
 */
export const REQUESTS_PER_MINUTE: Readonly<Record<Exclude<Requester, 'poll'>, number>> = {
  'back-fill': 12,
  fetch: 60,
};
const MAX_COUNTED = Math.max(...Object.values(REQUESTS_PER_MINUTE));
/** A little more than a minute: requests do not take the same time to arrive. */
const WINDOW_MS = MINUTE_MS + 1_000;
/** After that a request of a process that was killed is over. */
const MAX_REQUEST_MS = 40_000;
const MAX_BLOCKED_MS = 24 * 60 * MINUTE_MS;

/** The state of a source. */
export interface SourceState {
  /** When the last paced requests were sent (ms), oldest first. */
  readonly requests: readonly number[];
  /** Until when (ms) a paced request may be under way; 0: none is. */
  readonly busyUntil: number;
  /** Until when (ms) the source asked to be left alone; 0: it did not. */
  readonly blockedUntil: number;
  readonly succeededAt: Date | null;
  readonly failedAt: Date | null;
  /** Why the last request failed; empty where it did not. */
  readonly failure: string;
}

export const UNUSED_SOURCE: SourceState = {
  requests: [],
  busyUntil: 0,
  blockedUntil: 0,
  succeededAt: null,
  failedAt: null,
  failure: '',
};

/** The instant (ms, `now` or later) at which `count` more paced requests may be sent at once. */
export function freeAt(
  { requests, busyUntil, blockedUntil }: SourceState,
  now: number,
  requester: Exclude<Requester, 'poll'>,
  count = 1,
): number {
  const counted = requests.filter((at) => at <= now);
  const last = counted.at(count - 1 - REQUESTS_PER_MINUTE[requester]);
  const budget = last === undefined ? now : last + WINDOW_MS;
  return Math.max(
    now,
    budget,
    ahead(busyUntil, now, MAX_REQUEST_MS),
    ahead(blockedUntil, now, MAX_BLOCKED_MS),
  );
}

/** The state while a paced request, sent now, is under way. */
export function withRequest(state: SourceState, now: number): SourceState {
  const requests = [...state.requests.filter((at) => at <= now), now].slice(-MAX_COUNTED);
  return { ...state, requests, busyUntil: now + MAX_REQUEST_MS };
}

/**
 * The state after a request that failed, or did not where there is no reason.
 *
 * @param isPaced whether it was a paced request; one may be under way while polls get their results.
 */
export function withResult(
  state: SourceState,
  now: number,
  failure: { readonly reason: string; readonly retryAfterMs?: number } | undefined,
  isPaced = true,
): SourceState {
  const busyUntil = isPaced ? 0 : state.busyUntil;
  if (!failure) return { ...state, busyUntil, succeededAt: new Date(now), failure: '' };
  const blockedMs = Math.min(failure.retryAfterMs ?? 0, MAX_BLOCKED_MS);
  const blockedUntil = blockedMs > 0 ? now + blockedMs : state.blockedUntil;
  return { ...state, busyUntil, blockedUntil, failedAt: new Date(now), failure: failure.reason };
}

/** Until when (ms) a source is to be left alone; 0: it may be asked. */
export function blockedUntil(state: SourceState, now: number): number {
  const until = ahead(state.blockedUntil, now, MAX_BLOCKED_MS);
  return until > now ? until : 0;
}

/** An instant that is further ahead than can be comes from a clock that has stepped back. */
function ahead(instant: number, now: number, longest: number): number {
  return instant > now + longest ? 0 : instant;
}
