import type { TradeDelivery, TradeSession } from '@solano/domain/desk';

/** Executed trades that a customer sends, of one Madrid day. */
export interface SentTradeDelivery {
  readonly number: number;
  readonly customerId: string;
  readonly sessions: readonly TradeSession[];
  /** Quarter hours after the beginning of all periods. */
  readonly first: number;
  readonly quarters: number;
}

/** A delivery as it was committed. */
interface TradeCommit extends TradeDelivery {
  readonly number: number;
  isTakenBack: boolean;
}

/** Executed trades by what was sent, committed and acknowledged. */
export class TradeLedger {
  readonly sent: SentTradeDelivery[] = [];
  readonly commits: TradeCommit[] = [];
  /** Numbers of deliveries. */
  readonly acknowledged = new Set<number>();

  /** @param microMw of its first trade. */
  recorded(delivery: TradeDelivery, microMw: number): void {
    this.commits.push({ ...delivery, number: numberOf(microMw), isTakenBack: false });
  }

  tookBack(id: string): void {
    for (const commit of this.commits) if (commit.upload?.id === id) commit.isTakenBack = true;
  }

  /** What counts of a customer: of each session the latest delivery that was not taken back. */
  counting(customerId: string): Map<TradeSession, SentTradeDelivery> {
    const counting = new Map<TradeSession, SentTradeDelivery>();
    const inOrder = this.commits.toSorted(
      (a, b) => a.deliveredAt.getTime() - b.deliveredAt.getTime(),
    );
    for (const { number, customerId: owner, isTakenBack } of inOrder) {
      if (owner !== customerId || isTakenBack) continue;
      const sent = this.sent.find((each) => each.number === number);
      for (const session of sent?.sessions ?? []) {
        counting.set(session, sent as SentTradeDelivery);
      }
    }
    return counting;
  }
}

/** A delivery's trades name it: even numbers are sold. Whole MWh in a quarter of an hour. */
export function megawattsOf(number: number): number {
  return 4 * (number % 2 === 0 ? -number : number);
}

function numberOf(microMw: number): number {
  return Math.abs(microMw) / 4_000_000;
}

/** EUR/MWh of its trades; of some below zero. */
export function priceOf(number: number): number {
  return 10 * number - 25;
}
