import { times } from '@solano/domain/contracts/thoroughness';
import { randomNumbers } from '@solano/domain/kernel/statistics';
import { PRICE_LIMITS, priceRange, SESSIONS } from '@solano/domain/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Direction, GRID_WATTS, MAX_STEPS, type SessionBid, wattsOf } from './bid.ts';
import { clearAnew, clearBids, clearedWatts } from './clearing.ts';
import { type BidCurves, bidCurves, bidsOf, boughtAt, stepsFor } from './curves.ts';

/** Curves that are drawn from one seed. */
const DRAWN = 100;
const WHOLE = 10_000;

interface Drawn {
  readonly curves: BidCurves;
  readonly bids: readonly SessionBid[];
  /** In cents often, at a limit now and then. */
  readonly prices: readonly number[];
  readonly isHeld: readonly boolean[];
}

/** A period of 1 to 4 sessions with caps, predictions and falling expected spreads. */
function draw(random: () => number): Drawn {
  const within = (min: number, max: number) => min + Math.floor(random() * (max - min + 1));
  const direction: Direction = random() < 0.3 ? -1 : 1;
  const sizes = [within(0, 40) * GRID_WATTS, within(1, 5_000) * 1_000, within(1, 99_999), 10 ** 15];
  const watts = sizes[random() < 0.02 ? 3 : within(0, 2)] as number;
  const rules = SESSIONS.slice(within(0, 3));
  const sessions = rules.map(({ session, market }, i) => ({
    session,
    predicted: within(-2_000, 20_000) / 100,
    capWatts: (watts * (random() < 0.2 ? WHOLE : within(0, i === 0 ? WHOLE : 6_000))) / WHOLE,
    range: priceRange(PRICE_LIMITS, market, random() < 0.5 ? '2026-01-01' : '2026-11-22'),
  }));
  const spread = () => {
    const points = within(1, 4);
    const surprises = Array.from({ length: points }, () => within(-60, 60)).sort((a, b) => a - b);
    const top = within(-30, 90);
    let last = top;
    const spreads = surprises.map(() => (last -= within(0, 40)));
    return { surprises: surprises.map((each, i) => each + i / 7), spreads };
  };
  const pairs = sessions.map(() => sessions.map(spread));
  const curves = bidCurves({
    direction,
    watts,
    sessions,
    spread: (i, k) => pairs[i]?.[k] as never,
  });
  const prices = curves.sessions.map(({ limits, surePrice }, i) => {
    const limit = limits[within(0, 2)];
    if (limit !== undefined && limit !== null && random() < 0.3) return limit;
    if (random() < 0.05) return surePrice;
    return (sessions[i]?.predicted ?? 0) + within(-9_000, 9_000) / 100;
  });
  const isHeld = curves.sessions.map(() => random() < 0.8);
  return { curves, bids: bidsOf(curves), prices, isHeld };
}

/** Checks something of many drawn curves. */
function holds(check: (drawn: Drawn) => void) {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = randomNumbers(seed);
      for (let i = 0; i < DRAWN; i += 1) check(draw(random));
    }),
    { numRuns: times(1_000) },
  );
}

function fail(drawn: Drawn, what: string): never {
  throw new Error(`${what}: ${JSON.stringify(drawn)}`);
}

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);

describe('drawn curves', () => {
  test('drawn curves buy everything once, whatever clears', () => {
    holds((drawn) => {
      const { curves, bids, prices, isHeld } = drawn;
      const priceOf = (session: string) =>
        prices[bids.findIndex((each) => each.session === session)];
      const cleared = clearBids(bids, curves.watts, curves.direction, priceOf);
      if (cleared.left !== 0 || cleared.watts.some((each) => each < 0)) fail(drawn, 'left');
      if (sum(cleared.watts) !== curves.watts) fail(drawn, 'not once');
      const anew = clearAnew(curves, (place) => prices[place] as number);
      if (sum(anew) !== curves.watts || anew.some((each) => each < 0)) fail(drawn, 'not once anew');
      const some = clearBids(bids, curves.watts, curves.direction, (session) => {
        return isHeld[bids.findIndex((each) => each.session === session)]
          ? priceOf(session)
          : undefined;
      });
      if (sum(some.watts) + some.left !== curves.watts) fail(drawn, 'not once with cancellations');
      if (isHeld.at(-1) && some.left !== 0) fail(drawn, 'left by a cancelled session');
    });
  });

  test('drawn curves keep the market’s steps, limits and grid; the last step has no limit', () => {
    holds((drawn) => {
      const { curves, bids } = drawn;
      const last = bids.findLastIndex(({ steps }) => steps.length > 0);
      if (curves.watts > 0 && bids[last]?.steps.length !== 1) fail(drawn, 'not one last step');
      bids.forEach(({ session, steps }, place) => {
        if (steps.length > MAX_STEPS[session]) fail(drawn, 'too many steps');
        let before = Infinity;
        for (const { price, mw } of steps) {
          if (!(mw > 0)) fail(drawn, 'an empty step');
          if ((price === null) !== (place === last))
            fail(drawn, 'no limit but in the last session');
          if (price === null) continue;
          if (wattsOf(mw) % GRID_WATTS !== 0) fail(drawn, 'off the grid');
          const { min, max } = priceRange(PRICE_LIMITS, 'mid_pibc01_spain', '2026-11-22');
          if (price < min || price > max || Number(price.toFixed(2)) !== price) {
            fail(drawn, 'no price of the market');
          }
          const signed = curves.direction * price;
          if (signed >= before) fail(drawn, 'not ascending');
          before = signed;
        }
      });
    });
  });

  test('drawn curves buy no less at a lower price, and what their steps say, of any rest', () => {
    holds((drawn) => {
      const { curves, prices } = drawn;
      curves.sessions.forEach((_, place) => {
        const price = prices[place] as number;
        for (const rest of [curves.watts, Math.round(curves.watts / 3)]) {
          const bought = boughtAt(curves, place, rest, price);
          if (boughtAt(curves, place, rest, price - curves.direction * 7) < bought) {
            fail(drawn, 'not monotone');
          }
          const bySteps = clearedWatts(stepsFor(curves, place, rest), price, curves.direction);
          if (bySteps !== bought || bought > rest) fail(drawn, 'steps');
        }
      });
    });
  });
});

describe('a period of three sessions', () => {
  const range = { min: -500, max: 4_000 };
  const falling = { surprises: [-10, 10], spreads: [5, -5] };
  const constant = (value: number) => ({ surprises: [0], spreads: [value] });
  const three = (direction: Direction, megawatts: number, spreads: object) => {
    return bidCurves({
      direction,
      watts: wattsOf(megawatts),
      sessions: (['MD', 'MID1', 'MID2'] as const).map((session, i) => ({
        session,
        predicted: 50,
        capWatts: wattsOf(megawatts) * ([1, 0.4, 0.3][i] as number),
        range,
      })),
      spread: (i, k) => (spreads as Record<string, never>)[`${i}${k}`] as never,
    });
  };

  test('a period is bid at the price at which waiting costs the same, by session', () => {
    const curves = three(1, 10, { '01': falling, '02': constant(-1), '12': falling });
    expect(bidsOf(curves)).toEqual([
      // 30 % is forced into MD by the caps; 40 % is worth 50; MID2 is cheaper at any price.
      {
        session: 'MD',
        steps: [
          { price: 4_000, mw: 3 },
          { price: 50, mw: 4 },
        ],
      },
      // Of the 70 % that MD may leave, 40 % cannot wait for MID2.
      { session: 'MID1', steps: [{ price: 4_000, mw: 4 }] },
      { session: 'MID2', steps: [{ price: null, mw: 3 }] },
    ]);
    expect(clearAnew(curves, (place) => [49, 60, 70][place] as number)).toEqual([
      7_000_000, 0, 3_000_000,
    ]);
    expect(clearAnew(curves, (place) => [50.01, 60, 70][place] as number)).toEqual([
      3_000_000, 4_000_000, 3_000_000,
    ]);
    // Bid anew, the 3 MW that MD left are bought in MID1 where it is cheap.
    expect(clearAnew(curves, (place) => [49, 49, 70][place] as number)).toEqual([
      7_000_000, 3_000_000, 0,
    ]);
  });

  test('a sale is bid at the price or above, what caps force at the lowest price', () => {
    const curves = three(-1, 10, { '01': falling, '02': constant(1), '12': constant(1) });
    expect(bidsOf(curves)).toEqual([
      {
        session: 'MD',
        steps: [
          { price: -500, mw: 3 },
          { price: 50, mw: 4 },
        ],
      },
      { session: 'MID1', steps: [{ price: -500, mw: 4 }] },
      { session: 'MID2', steps: [{ price: null, mw: 3 }] },
    ]);
    const sold = (price: number) => boughtAt(curves, 0, curves.watts, price) / 1_000_000;
    expect([49.99, 50, 51].map(sold)).toEqual([3, 7, 7]);
  });

  test('a rest below the market’s step is in the last session; a small item is all in the first', () => {
    const spreads = { '01': falling, '02': falling, '12': falling };
    const steps = bidsOf(three(1, 1.234, spreads)).map((each) => each.steps);
    // 0.4936 MW may wait for MID1 and 0.3702 for MID2: 0.4 and 0.3 of the grid.
    expect(steps).toEqual([
      [
        { price: 4_000, mw: 0.5 },
        { price: 50, mw: 0.7 },
      ],
      [{ price: 4_000, mw: 0.4 }],
      [{ price: null, mw: 0.334 }],
    ]);
    expect(bidsOf(three(1, 0.2, spreads))).toEqual([
      { session: 'MD', steps: [{ price: null, mw: 0.2 }] },
    ]);
  });

  test('the bids of a later session leave out what an earlier one buys in any case', () => {
    const steps = (megawatts: number, spreads: object) => {
      return bidsOf(three(1, megawatts, spreads)).map((each) => each.steps);
    };
    const dearer = { '01': constant(1), '02': constant(1), '12': constant(1) };
    // The rest below 0.1 MW is bought where there is no limit.
    expect(steps(2.37, dearer)).toEqual([
      [{ price: 4_000, mw: 2.3 }],
      [],
      [{ price: null, mw: 0.07 }],
    ]);
    expect(steps(10, dearer)).toEqual([[{ price: null, mw: 10 }], [], []]);
    expect(steps(10, { ...dearer, '01': falling })).toEqual([
      [
        { price: 4_000, mw: 6 },
        { price: 50, mw: 4 },
      ],
      [{ price: null, mw: 4 }],
      [],
    ]);
  });

  test('the steps of a session that is not held fall to the next', () => {
    const bids = bidsOf(three(1, 10, { '01': falling, '02': falling, '12': constant(-1) }));
    const without = (...cancelled: string[]) => {
      const price = (session: string) => (cancelled.includes(session) ? undefined : 60);
      return clearBids(bids, 10_000_000, 1, price);
    };
    expect(without('MID1')).toEqual({ watts: [3_000_000, 0, 7_000_000], left: 0 });
    expect(without('MID2')).toEqual({ watts: [3_000_000, 4_000_000, 0], left: 3_000_000 });
  });
});
