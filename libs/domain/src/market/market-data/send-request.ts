import { type Clock, MINUTE_MS } from '@solano/domain/kernel';
import type { Requester, SourceState } from './budget.ts';
import { blockedUntil, freeAt, withRequest, withResult } from './budget.ts';
import type { SourceStates } from './market-day.ts';
import type { SourceResponse } from './source.ts';

/** A paced request waits at most for so long; a source that blocks for longer is unavailable. */
const MAX_WAIT_MS = 62_000;
/** While other processes are always first, a request waits at most for so long in all. */
const MAX_TOTAL_WAIT_MS = 10 * MINUTE_MS;
/** A waiting request looks again: that of another process is over long before it must be. */
const RECHECK_MS = 1_000;
/** How often a response of a source is recorded. */
const RECORD_INTERVAL_MS = MINUTE_MS;

export interface SendDeps {
  readonly market: SourceStates;
  readonly clock: Clock;
  readonly pause: (ms: number) => Promise<void>;
}

/** What a source can be asked for. */
interface AskedSource<Request> {
  readonly name: string;
  get(request: Request): Promise<SourceResponse>;
}

/** Sends one request when the source may be asked. Errors: `store_unavailable`. */
export async function sendRequest<Request>(
  { market, clock, pause }: SendDeps,
  source: AskedSource<Request>,
  request: Request,
  requester: Requester,
): Promise<SourceResponse> {
  const isPaced = requester !== 'poll';
  const started = clock().getTime();
  for (;;) {
    const now = clock().getTime();
    const at = await reserve(market, source.name, now, requester);
    if (at <= now) break;
    if (!isPaced || at - now > MAX_WAIT_MS || now - started > MAX_TOTAL_WAIT_MS) {
      const reason = `asked to be left alone until ${new Date(at).toISOString()}`;
      return { kind: 'unavailable', reason };
    }
    await pause(Math.min(at - now, RECHECK_MS));
  }
  const response = await source.get(request);
  const failure = response.kind === 'unavailable' ? response : undefined;
  const now = clock().getTime();
  if (isPaced || failure || isWorthNoting(await market.source(source.name), now)) {
    await market.updateSource(source.name, (state) => withResult(state, now, failure, isPaced));
  }
  return response;
}

/** Whether a response of a source is to be recorded. */
function isWorthNoting({ failure, succeededAt }: SourceState, now: number): boolean {
  return failure !== '' || !succeededAt || now - succeededAt.getTime() > RECORD_INTERVAL_MS;
}

/** When (ms) a request may be sent; `now`: it may, and a paced one is counted. */
async function reserve(
  market: SourceStates,
  source: string,
  now: number,
  requester: Requester,
): Promise<number> {
  if (requester === 'poll') return blockedUntil(await market.source(source), now) || now;
  let at = now;
  await market.updateSource(source, (state) => {
    at = freeAt(state, now, requester);
    return at <= now ? withRequest(state, now) : state;
  });
  return at;
}
