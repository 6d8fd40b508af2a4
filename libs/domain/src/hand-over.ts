import type { SolanoError } from './errors.ts';
import { isSolanoError } from './errors.ts';

/** What is younger than this may still be on its way to the engine. */
const SETTLING_MS = 5_000;
/** What is older than this is all visible, however slow a writer or its clock was. */
const VISIBLE_MS = 60_000;
const PAGE = 100;
/** So many are offered to the engine at a time: each waits for its answer over the network. */
const AT_ONCE = 10;

/** Where in the order of creation a walk stands. */
interface Cursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** Things that wait for a workflow engine. */
export interface HandOver {
  /** Up to `limit` of them created before a time, after a cursor, oldest first. */
  page(until: Date, after: Cursor | undefined, limit: number): Promise<Cursor[]>;
  /** Offers one to the engine. Errors: `engine_unavailable`. */
  offer(id: string): Promise<void>;
}

/** How far a walk came: how many the engine took, and from where to go on. */
export interface HandedOver {
  readonly count: number;
  readonly cursor: Cursor | undefined;
  /** The engine's refusal, where it ended the walk. */
  readonly stopped?: SolanoError;
}

/**
 * Hands everything created before `until` to the engine, oldest first; one that the engine has
 * already is not done twice. Stops where the engine refuses.
 */
export async function handOverUntil(
  waiting: HandOver,
  until: Date,
  from?: Cursor,
): Promise<HandedOver> {
  let cursor = from;
  let count = 0;
  for (;;) {
    const page = await waiting.page(until, cursor, PAGE);
    for (let at = 0; at < page.length; at += AT_ONCE) {
      const batch = page.slice(at, at + AT_ONCE);
      const { taken, stopped } = await offerAll(waiting, batch);
      cursor = batch[taken - 1] ?? cursor;
      count += taken;
      if (stopped) return { count, cursor, stopped };
    }
    if (page.length < PAGE) return { count, cursor };
  }
}

/**
 * One of many rounds. Gives the cursor for the next: what lies before it has reached the engine.
 * Those of the last minute are offered in each round, as others may yet appear among them.
 */
export async function handOverRound(
  waiting: HandOver,
  now: Date,
  from: Cursor | undefined,
): Promise<HandedOver> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const old = await handOverUntil(waiting, before(VISIBLE_MS), from);
  if (old.stopped) return old;
  const young = await handOverUntil(waiting, before(SETTLING_MS), old.cursor);
  return { ...old, count: old.count + young.count };
}

/** Offers all at once. Returns how many the engine took before the first that it refused. */
async function offerAll(
  waiting: HandOver,
  batch: readonly Cursor[],
): Promise<{ taken: number; stopped?: SolanoError }> {
  const outcomes = await Promise.allSettled(batch.map(({ id }) => waiting.offer(id)));
  const taken = outcomes.findIndex(({ status }) => status === 'rejected');
  const first = outcomes[taken];
  if (first?.status !== 'rejected') return { taken: batch.length };
  if (!isSolanoError(first.reason, 'engine_unavailable')) throw first.reason;
  return { taken, stopped: first.reason };
}
