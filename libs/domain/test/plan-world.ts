import { dateAfter, HOUR_MS, MINUTE_MS, quartersOfDate, startOfDate } from '@solano/domain/kernel';
import { randomNumbers } from '@solano/domain/kernel/statistics';
import { PRICE_LIMITS, priceRange, SESSIONS, type Session } from '@solano/domain/market';
import { wattsOf } from '../src/desk/bids/bid.ts';
import { bidCurves, stepsFor } from '../src/desk/bids/curves.ts';
import type { SeriesItem } from '../src/desk/models/split-inputs.ts';
import type { BidRequest, PlanTask } from '../src/desk/plan/advance.ts';
import type { ExecutedPeriod, PlannedBid } from '../src/desk/plan/plan.ts';
import { lateFrom, planDays } from '../src/desk/plan/plan-days.ts';

/** What happens to a session of a drawn day; instants in ms. */
interface Fate {
  readonly session: Session;
  /** From then on it is known to be cancelled; Infinity: it is held. */
  readonly cancelledAt: number;
  /** From then on its prices are known. */
  readonly knownAt: number;
  readonly revisedAt: number;
  /** From then on executed trades count, until they are taken back. */
  readonly tradedAt: number;
  readonly takenBackAt: number;
}

/** A purchase for a drawn day, and all that comes to be known of its sessions. */
export interface DrawnDay {
  readonly date: string;
  readonly items: readonly SeriesItem[];
  readonly fates: ReadonlyMap<Session, Fate>;
  /** When something is known, or a gate closes, in order. */
  readonly instants: readonly number[];
  /** What a plan is made from at an instant (ms). */
  readonly taskAt: (now: number) => PlanTask;
}

export function drawDay(date: string, seed: number): DrawnDay {
  const random = randomNumbers(seed);
  const within = (min: number, max: number) => min + Math.floor(random() * (max - min + 1));
  const items = drawItems(date, random);
  const [day] = planDays(items);
  const sessions = day?.sessions ?? [];
  const fates = new Map(
    sessions.map((each, i): readonly [Session, Fate] => {
      const { session, closesAt } = each;
      const usual = closesAt + 80 * MINUTE_MS;
      const isCancelled = session !== 'MD' && random() < 0.1;
      const cancelledAt = isCancelled ? usual + within(-300, 60) * MINUTE_MS : Infinity;
      const isLate = random() < 0.15;
      const isUndone = random() < 0.2;
      const knownAt = usual + (isLate ? within(0, 40) * HOUR_MS : within(0, 20) * MINUTE_MS);
      const tradedAt = random() < 0.1 ? closesAt + within(-60, 1_500) * MINUTE_MS : Infinity;
      return [
        session,
        {
          session,
          cancelledAt,
          knownAt:
            isCancelled && !isUndone
              ? Infinity
              : Math.max(knownAt, isCancelled ? cancelledAt + i : 0),
          revisedAt: random() < 0.15 ? knownAt + within(1, 1_500) * MINUTE_MS : Infinity,
          tradedAt,
          takenBackAt: random() < 0.2 ? tradedAt + within(1, 900) * MINUTE_MS : Infinity,
        },
      ];
    }),
  );
  const prices = drawPrices(
    sessions.map(({ session }) => session),
    items,
    random,
  );
  const drawCurves = randomNumbers(seed + 2);
  const gate = sessions[0]?.closesAt ?? 0;
  const curves = Array.from({ length: Math.floor(drawCurves() * 4) }, (_, i) => {
    const generatedAt = new Date(gate - Math.floor((i - 0.5 + drawCurves()) * 90) * MINUTE_MS);
    return { date, earlier: 'MD', later: 'MID1', generatedAt } as const;
  });
  const curvesAt = (now: number) => {
    const known = curves.filter(({ generatedAt }) => generatedAt.getTime() < now);
    return known.sort((a, b) => a.generatedAt.getTime() - b.generatedAt.getTime()).slice(-1);
  };
  const makeBids = bidMaker(date, items, prices.predicted, randomNumbers(seed + 1));
  const open = sessions.map(({ session }) => session);
  const rests = items.map(({ megawatts }, item) => ({ item, watts: wattsOf(megawatts) }));
  const bids = makeBids({ date, session: 'MD', open, rests }, 0);
  const isOwn = drawCurves() < 0.2;
  const own = { session: 'MD' as const, sessions: open, bids, curves: isOwn ? null : [] };
  const first = random() < 0.6 ? own : undefined;
  const known = [...fates.values()].flatMap((fate) =>
    Object.values(fate).filter((each) => typeof each === 'number'),
  );
  const gates = sessions.flatMap((each, i) => [each.closesAt, lateFrom(each, sessions[i + 1])]);
  const learned = curves.map(({ generatedAt }) => generatedAt.getTime() + 1);
  const instants = [...known, ...gates, ...learned]
    .filter(Number.isFinite)
    .flatMap((at) => [at - MINUTE_MS, at]);
  return {
    date,
    items,
    fates,
    instants: instants.sort((a, b) => a - b),
    taskAt: (now) => {
      const isKnown = (session: Session) => now >= (fates.get(session)?.knownAt ?? Infinity);
      return {
        items,
        outputs: 'once',
        curves: curvesAt(now),
        isCancelled: (session) =>
          !isKnown(session) && now >= (fates.get(session)?.cancelledAt ?? Infinity),
        realised: (session, item) => {
          if (!isKnown(session)) return undefined;
          const isRevised = now >= (fates.get(session)?.revisedAt ?? Infinity);
          return (isRevised ? prices.revised : prices.realised)(session, item);
        },
        executed: (session) => {
          const { tradedAt = Infinity, takenBackAt = Infinity } = fates.get(session) ?? {};
          return now >= tradedAt && now < takenBackAt ? prices.executed(session) : undefined;
        },
        firstBids: () => first,
        makeBids: async (request) =>
          makeBids(request, curvesAt(now)[0]?.generatedAt.getTime() ?? 0),
      };
    },
  };
}

/** Hours or quarter hours, bought or sold, of whole and of odd MW. */
function drawItems(date: string, random: () => number): SeriesItem[] {
  const quarters = quartersOfDate(date);
  const minutes = random() < 0.8 ? 60 : 15;
  const sale = random();
  return quarters
    .filter((_, i) => minutes === 15 || i % 4 === 3)
    .filter(() => random() < 0.9)
    .map((end) => {
      const sign = sale < 0.2 || (sale < 0.4 && random() < 0.5) ? -1 : 1;
      const size = [Math.round(random() * 80) / 10, random() * 12, random() * 0.15];
      const megawatts = sign * (size[Math.floor(random() * 3)] as number);
      return { label: `${end}`, period: { end, minutes }, megawatts };
    });
}

/** Prices of sessions and items; some are below zero, and some meet a limit. */
function drawPrices(
  sessions: readonly Session[],
  items: readonly SeriesItem[],
  random: () => number,
) {
  const table = (spread: number, base?: ReadonlyMap<Session, readonly number[]>) => {
    return new Map(
      sessions.map((session) => {
        const row = items.map((_, i) => {
          const around = base?.get(session)?.[i] ?? random() * 150 - 30;
          return Math.round((around + (random() - 0.5) * spread) * 100) / 100;
        });
        return [session, row] as const;
      }),
    );
  };
  const predicted = table(0);
  const first = table(60, predicted);
  const second = table(30, first);
  const executed = new Map(
    sessions.map((session) => {
      const rows = items.flatMap(({ megawatts }, item): ExecutedPeriod | [] => {
        if (random() < 0.3) return [];
        const watts = Math.round(wattsOf(megawatts) * (random() * 1.2 - 0.1));
        return { item, watts, cost: '1/3' };
      });
      return [session, rows] as const;
    }),
  );
  const weighed =
    (own: ReadonlyMap<Session, readonly number[]>) => (session: Session, item: number) => {
      const price = own.get(session)?.[item] as number;
      return Math.round(price * 1_000) * (items[item] as SeriesItem).period.minutes;
    };
  return {
    predicted: (session: Session, item: number) => predicted.get(session)?.[item] as number,
    realised: weighed(first),
    revised: weighed(second),
    executed: (session: Session) => executed.get(session) as readonly ExecutedPeriod[],
  };
}

/** Makes bids by the curves of the product, with spreads that are drawn once for each version. */
function bidMaker(
  date: string,
  items: readonly SeriesItem[],
  predicted: (session: Session, item: number) => number,
  random: () => number,
) {
  // No clock change is after noon.
  const noon = startOfDate(dateAfter(date, 1)) - 12 * HOUR_MS;
  const startOf = (item: number) => {
    const { end, minutes } = (items[item] as SeriesItem).period;
    return end - minutes * MINUTE_MS;
  };
  const spreads = new Map<string, { surprises: number[]; spreads: number[] }>();
  const spreadOf = (name: string) => {
    const top = random() * 40;
    const drawn = spreads.get(name) ?? { surprises: [-20, 20], spreads: [top, top - 50] };
    spreads.set(name, drawn);
    return drawn;
  };
  return ({ open, rests }: BidRequest, version: number): PlannedBid[] => {
    return rests.map(({ item, watts }) => {
      const own = SESSIONS.filter(({ session, coversFromHour }) => {
        const isCovered = coversFromHour === 0 || startOf(item) >= noon;
        return open.includes(session) && isCovered;
      });
      const direction = watts < 0 ? -1 : 1;
      const size = Math.max(
        Math.abs(watts),
        Math.abs(wattsOf((items[item] as SeriesItem).megawatts)),
      );
      const curves = bidCurves({
        direction,
        watts: size,
        sessions: own.map(({ session, market }, i) => ({
          session,
          predicted: predicted(session, item),
          capWatts: i === 0 ? size : size * 0.4,
          range: priceRange(PRICE_LIMITS, market, date),
        })),
        spread: (i, k) => {
          const learned = i === 0 && own[0]?.session === 'MD' ? version : 0;
          return spreadOf(`${own[i]?.session} ${own[k]?.session} ${item} ${learned}`);
        },
      });
      const steps = stepsFor(curves, 0, Math.abs(watts));
      return { item, direction, predicted: predicted(own[0]?.session as Session, item), steps };
    });
  };
}
