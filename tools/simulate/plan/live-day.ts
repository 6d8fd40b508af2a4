import { planSchedule } from '@solano/domain/desk/jobs';
import {
  dayOf,
  HOUR_MS,
  labelOf,
  MINUTE_MS,
  QUARTER_MINUTES,
  quartersOfDate,
} from '@solano/domain/kernel';
import {
  coveredQuarters,
  DAY_AHEAD,
  gateClosure,
  SESSIONS,
  type SessionRules,
  tradedMinutes,
} from '@solano/domain/market';
import { planRuns } from '@solano/domain/test/plan-runs';
import { planJson } from '@solano/schemas';
import { Random } from '../random.ts';
import type { PlannedDay, Publication } from './planned-day.ts';

const BANDS = 7;
const MARKET_OF_RUN = { origin: 'live', inputsUntil: null } as const;

/** A purchase of a drawn day (`YYYY-MM-DD`) by the service's own use cases, from its submission to three days after. */
export async function liveDay(date: string, seed: number): Promise<PlannedDay> {
  const random = new Random(seed, 1);
  const minutes = random.chance(0.7) ? 60 : QUARTER_MINUTES;
  const items = drawItems(date, minutes, random);
  const gate = gateClosure(DAY_AHEAD, dayOf(date));
  const createdAt = new Date(gate - random.integer(3, 20) * HOUR_MS);
  const world = await planRuns({ day: date, items, createdAt });
  const { deps } = world;
  const quarters = quartersOfDate(date);
  const level = random.between(-40, 120);
  const predicted = new Map(
    SESSIONS.map(({ session }) => {
      return [
        session,
        quarters.map(() => Math.round((level + random.between(-60, 60)) * 100) * 10),
      ];
    }),
  );
  const priced = SESSIONS.filter(({ session }) => session !== 'MID2' || random.chance(0.9));
  const predictions = [
    createdAt.getTime() - HOUR_MS,
    ...drawInstants(random, createdAt.getTime(), gate),
  ];
  const publications = SESSIONS.flatMap((rules) => {
    return drawPublications(rules, date, {
      random,
      predicted: predicted.get(rules.session) as number[],
    });
  }).sort((a, b) => a.at - b.at);
  const looks = drawLooks(date, [...publications.map(({ at }) => at), ...predictions], random);

  const versions = new Map<string, number>();
  let [published, made] = [0, 0];
  for (const look of looks) {
    for (; (predictions[made] ?? Infinity) <= look; made += 1) {
      const generatedAt = new Date((predictions[made] as number) - 1);
      for (const rules of priced) {
        const moved = (predicted.get(rules.session) as number[]).map((price) => {
          return price + (made === 0 ? 0 : random.integer(-3_000, 3_000));
        });
        const series = seriesOf(rules, date, moved);
        const bands = Array.from({ length: BANDS }, () => series.prices);
        await deps.prices.putPredictions([
          {
            market: rules.market,
            generatedAt,
            ...MARKET_OF_RUN,
            ...series,
            bands,
          },
        ]);
      }
      await deps.spreadCurves.add({
        date,
        earlier: 'MD',
        later: 'MID1',
        generatedAt,
        learnedUntil: date,
        hours: Array.from({ length: quarters.length / 4 }, () => {
          const top = random.between(-10, 40);
          return { surprises: [-30, 0, 30], spreads: [top, top / 2, top - 40] };
        }),
      });
    }
    for (; (publications[published]?.at ?? Infinity) <= look; published += 1) {
      const { session, prices } = publications[published] as Publication;
      const rules = SESSIONS.find((each) => each.session === session) as SessionRules;
      const version = (versions.get(session) ?? 0) + 1;
      versions.set(session, version);
      const ends = prices?.map(({ end }) => end) ?? [];
      const own = prices?.map(({ milli }) => milli) ?? [];
      const stepMinutes = tradedMinutes(rules.market, date);
      const day = { market: rules.market, date, source: 'omie', version, stepMinutes } as const;
      await deps.prices.putRealised([{ ...day, ends, prices: own }]);
    }
    world.setNow(new Date(look).toISOString());
    await planSchedule(deps).run();
  }
  const plan = await deps.plans.get(world.purchase.id);
  const placed = plan?.stages ?? [];
  const shown = planJson(await world.read());
  return { date, items, minutes, publications, looks, placed, shown };
}

/** Bought or sold, of whole and odd MW, some of them below the market's step; on days of 24 hours not all of them. */
function drawItems(date: string, minutes: number, random: Random): PlannedDay['items'] {
  const sales = random.pick([0, 0, 0.5, 1]);
  const quarters = quartersOfDate(date);
  const steps = minutes / QUARTER_MINUTES;
  const isUsual = quarters.length === 96;
  return quarters
    .filter((_, i) => i % steps === steps - 1)
    .filter(() => !isUsual || random.chance(0.9))
    .map((end) => {
      const size = random.pick([
        random.integer(1, 200) / 10,
        random.integer(1, 20_000_000) / 1e6,
        0.05,
      ]);
      return { datetime: labelOf(end), purchase: random.chance(sales) ? -size : size };
    });
}

function drawInstants(random: Random, from: number, to: number): number[] {
  const count = random.integer(0, 3);
  const drawn = Array.from({ length: count }, () => Math.floor(random.between(from, to)));
  return drawn.sort((a, b) => a - b);
}

interface Drawing {
  readonly random: Random;
  /** Of each quarter hour, thousandths of EUR/MWh. */
  readonly predicted: readonly number[];
}

/** On time, late or never; some are cancelled, and some of these held after all; some are revised. */
function drawPublications(
  rules: SessionRules,
  date: string,
  { random, predicted }: Drawing,
): Publication[] {
  const { session } = rules;
  const usual = gateClosure(rules, dayOf(date)) + random.integer(20, 60) * MINUTE_MS;
  const draw = (spread: number, base: readonly number[]) => {
    return base.map(
      (price) => price + (random.chance(0.2) ? 0 : random.integer(-spread, spread) * 10),
    );
  };
  const pricesAt = (at: number, quarters: readonly number[]): Publication => {
    const { ends, prices, stepMinutes } = seriesOf(rules, date, quarters);
    const rows = ends.map((end, i) => ({ end, minutes: stepMinutes, milli: prices[i] as number }));
    return { session, at, prices: rows };
  };
  const realised = draw(3_000, predicted);
  const isCancelled = session !== 'MD' && random.chance(0.12);
  const cancelledAt = usual - random.integer(0, 300) * MINUTE_MS;
  if (isCancelled && random.chance(0.7)) return [{ session, at: cancelledAt, prices: null }];
  const delay = random.chance(0.15) ? random.integer(1, 40) * HOUR_MS : 0;
  if (random.chance(0.02)) return [];
  const first = pricesAt(usual + delay, realised);
  const cancelled = isCancelled ? [{ session, at: cancelledAt, prices: null }] : [];
  const revised = random.chance(0.2)
    ? [pricesAt(first.at + random.integer(1, 1_500) * MINUTE_MS, draw(2_000, realised))]
    : [];
  return [...cancelled, first, ...revised];
}

/** What a session trades of a day, hours by their first quarter hour. */
function seriesOf({ market, ...rules }: SessionRules, date: string, quarters: readonly number[]) {
  const stepMinutes = tradedMinutes(market, date);
  const all = quartersOfDate(date);
  const covered = coveredQuarters({ market, ...rules }, date);
  const steps = stepMinutes / QUARTER_MINUTES;
  const ends = covered.filter((_, i) => i % steps === steps - 1);
  const prices = ends.map((end) => quarters[all.indexOf(end)] as number);
  return { stepMinutes, ends, prices };
}

/** Soon after anything happens, around gates and their eves, and at the end; a process that is away misses some. */
function drawLooks(date: string, events: readonly number[], random: Random): number[] {
  const gates = SESSIONS.map((rules) => gateClosure(rules, dayOf(date)));
  const offsets = [-31, -29, -1, 1, 121];
  const around = gates.flatMap((at) => offsets.map((minutes) => at + minutes * MINUTE_MS));
  const soon = events.map((at) => at + random.integer(0, 50_000));
  const end = Math.max(...gates, ...events) + HOUR_MS;
  const kept = [...around, ...soon].filter(() => random.chance(0.85));
  return [...new Set([...kept, end])].sort((a, b) => a - b);
}
