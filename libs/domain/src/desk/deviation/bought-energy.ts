import type { Session } from '@solano/domain/market';
import { TRADE_SESSIONS } from '../trades/trade.ts';
import type { DecidedEnergy, DecidedPart } from './decided-energy.ts';
import type { ExecutedEnergy } from './executed-energy.ts';
import { type QuarterEnergy, QuarterSums } from './quarter-energy.ts';

/** What a figure rests on: executed trades, or what was decided where none were delivered. */
export type Basis = 'executed' | 'decision';

/** What was bought in a session, by quarter hour. */
interface SessionQuarters extends QuarterEnergy {
  readonly session: string;
  /** Undefined where nothing was decided or executed. */
  readonly basis: readonly (Basis | undefined)[];
  /** Whether (1) a price is missing of what was decided there. */
  readonly unpriced: Uint8Array;
}

/** What a portfolio bought, by quarter hour of a window. */
export interface BoughtEnergy {
  /** In the order of sessions. */
  readonly sessions: readonly SessionQuarters[];
  /** Whether (1) anything was decided or executed. */
  readonly covered: Uint8Array;
  /** Whether (1) a price is missing of what was decided and counts. */
  readonly unpriced: Uint8Array;
  /** Decided for sessions that were not held, and counted in a later one. */
  readonly moved: readonly {
    readonly from: Session;
    readonly to: Session;
    readonly energy: bigint;
  }[];
  /** Energy by quarter hour of sessions that were not held, nor any after them. */
  readonly notBought: ReadonlyMap<string, readonly bigint[]>;
}

/**
 * What was bought: for each session and day the executed trades where any were delivered for it, else what was
 * decided. Of a session that was not held, what was decided is left out too where trades were delivered of the
 * one in which it counts.
 *
 * @param decided of the same window.
 */
export function boughtEnergy(executed: ExecutedEnergy, decided: DecidedEnergy): BoughtEnergy {
  const { length } = decided.covered;
  const parts = decided.parts.map((part) => remaining(part, executed));
  const counted = parts.filter(({ sums }) => sums.isAny.includes(1));
  const covered = Uint8Array.from(decided.covered);
  for (const { isAny } of executed.sessions.values()) markAll(covered, isAny);
  const unpriced = new Uint8Array(length);
  for (const part of parts) markAll(unpriced, part.unpriced);
  const lost = counted.filter(({ countsIn }) => countsIn === null);
  return {
    sessions: sessionsOf(length, executed, parts),
    covered,
    unpriced,
    moved: counted.flatMap(movedOf),
    notBought: new Map(lost.map(({ session, sums }) => [session, sums.bought])),
  };
}

function sessionsOf(
  length: number,
  executed: ExecutedEnergy,
  parts: readonly DecidedPart[],
): SessionQuarters[] {
  const bySession = Map.groupBy(parts, ({ countsIn }) => countsIn);
  const names = [...executed.sessions.keys(), ...bySession.keys()].filter((name) => name !== null);
  const order = new Set<string>([...TRADE_SESSIONS, ...names]);
  return [...order].flatMap((session): SessionQuarters | [] => {
    const [own, others] = [executed.sessions.get(session), bySession.get(session) ?? []];
    if (!own && others.length === 0) return [];
    const unpriced = new Uint8Array(length);
    for (const part of others) markAll(unpriced, part.unpriced);
    return { session, ...sumOf(length, own, others), unpriced };
  });
}

/** A part without what executed trades stand for. */
function remaining(part: DecidedPart, executed: ExecutedEnergy): DecidedPart {
  const own = executed.deliveredIn(part.session);
  const other = part.countsIn === null ? undefined : executed.deliveredIn(part.countsIn);
  if (!own && !other) return part;
  const { length } = part.unpriced;
  const sums = new QuarterSums(length);
  const unpriced = new Uint8Array(length);
  for (let quarter = 0; quarter < length; quarter += 1) {
    if (own?.[quarter] === 1 || other?.[quarter] === 1) continue;
    unpriced[quarter] = part.unpriced[quarter] as number;
    sums.take(quarter, part.sums);
  }
  return { ...part, sums, unpriced };
}

function movedOf({ session, countsIn, sums }: DecidedPart): BoughtEnergy['moved'] {
  if (countsIn === null || countsIn === session) return [];
  const energy = sums.bought.reduce((total, each) => total + each, 0n);
  return [{ from: session as Session, to: countsIn as Session, energy }];
}

/** What was bought in a session: a quarter hour of it is either executed or decided. */
function sumOf(
  length: number,
  executed: QuarterSums | undefined,
  decided: readonly DecidedPart[],
): Pick<SessionQuarters, 'bought' | 'cost' | 'basis'> {
  const sources = [...(executed ? [executed] : []), ...decided.map(({ sums }) => sums)];
  const all = sources.length === 1 ? (sources[0] as QuarterSums) : new QuarterSums(length);
  const basis = Array.from<Basis | undefined>({ length });
  for (const sums of sources) {
    const its = sums === executed ? 'executed' : 'decision';
    for (let quarter = 0; quarter < length; quarter += 1) {
      if (sums.isAny[quarter] === 0) continue;
      if (sums !== all) all.take(quarter, sums);
      basis[quarter] = its;
    }
  }
  return { bought: all.bought, cost: all.cost, basis };
}

function markAll(marks: Uint8Array, others: Uint8Array): void {
  for (let quarter = 0; quarter < others.length; quarter += 1) {
    if (others[quarter] === 1) marks[quarter] = 1;
  }
}
