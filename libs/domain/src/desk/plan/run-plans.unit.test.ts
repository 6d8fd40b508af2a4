import { times } from '@solano/domain/contracts/thoroughness';
import { SolanoError } from '@solano/domain/kernel';
import { randomNumbers } from '@solano/domain/kernel/statistics';
import type { Session } from '@solano/domain/market';
import { PLAN_DAY, planRuns } from '@solano/domain/test/plan-runs';
import { describe, expect, test } from 'vitest';
import type { PlanStage } from './plan.ts';
import { planSchedule, type RunPlanDeps, runPlans } from './run-plans.ts';

type World = Awaited<ReturnType<typeof planRuns>>;

async function run({ deps, setNow }: World, instant: string): Promise<void> {
  setNow(instant);
  await runPlans(deps);
}

async function stagesOf({ deps, purchase }: World): Promise<Map<Session, PlanStage>> {
  const plan = await deps.plans.get(purchase.id);
  return new Map(plan?.stages.map((stage) => [stage.session, stage]));
}

function stepsOf(stage: PlanStage | undefined): object[] {
  return (stage?.bids ?? []).map(({ item, steps }) => ({ item, steps }));
}

describe('a plan', () => {
  test('a plan begins with the bids that came with the output, without a message', async () => {
    const world = await planRuns();
    await run(world, '2026-11-23T10:00:00Z');
    const stages = await stagesOf(world);
    const steps = [
      { price: 4000, mw: 2 },
      { price: 50, mw: 4 },
    ];
    expect([...stages.keys()]).toEqual(['MD']);
    expect(stepsOf(stages.get('MD'))).toEqual([
      { item: 0, steps },
      { item: 1, steps },
    ]);
    expect(stages.get('MD')?.bids.map(({ predicted }) => predicted)).toEqual([60, 50]);
    expect(await world.messages()).toEqual([]);
  });

  test('a plan bids what is left when the result of a session is known, with one message', async () => {
    const world = await planRuns();
    await run(world, '2026-11-23T10:00:00Z');
    await run(world, '2026-11-23T11:30:00Z');
    expect((await stagesOf(world)).get('MD')?.result).toBeNull();
    await world.publish('MD', 50.01);
    for (const minute of [31, 32, 33]) await run(world, `2026-11-23T12:${minute}:00Z`);
    const stages = await stagesOf(world);
    expect(stages.get('MD')?.result).toMatchObject({
      status: 'cleared',
      periods: [
        { item: 0, watts: 2_000_000, weighed: 50_010 * 60 },
        { item: 1, watts: 2_000_000 },
      ],
    });
    const rest = [{ price: null, mw: 8 }];
    expect(stepsOf(stages.get('MID1'))).toEqual([
      { item: 0, steps: rest },
      { item: 1, steps: rest },
    ]);
    expect(await world.messages()).toMatchObject([
      {
        type: 'purchase.replanned',
        data: {
          session: 'MID1',
          day: PLAN_DAY,
          revision: 1,
          bidMwh: 16,
          closesAt: '2026-11-23T14:00:00.000Z',
        },
      },
    ]);
  });

  test('a plan counts a result that is unknown half an hour before the next gate as predicted', async () => {
    const world = await planRuns();
    await run(world, '2026-11-23T10:00:00Z');
    await run(world, '2026-11-23T13:29:59Z');
    expect((await stagesOf(world)).has('MID1')).toBe(false);
    await run(world, '2026-11-23T13:30:00Z');
    const late = await stagesOf(world);
    // 60 is above the limit of 50 and 50 is at it.
    expect(late.get('MD')?.result).toMatchObject({
      status: 'late',
      periods: [{ watts: 2_000_000 }, { watts: 6_000_000 }],
    });
    expect(stepsOf(late.get('MID1'))).toMatchObject([
      { steps: [{ mw: 8 }] },
      { steps: [{ mw: 4 }] },
    ]);
    await world.publish('MD', 70);
    await run(world, '2026-11-23T13:45:00Z');
    const known = await stagesOf(world);
    expect(known.get('MD')?.result?.status).toBe('cleared');
    expect(stepsOf(known.get('MID1'))).toMatchObject([
      { steps: [{ mw: 8 }] },
      { steps: [{ mw: 8 }] },
    ]);
    expect((await world.messages()).map(({ data }) => data.revision)).toEqual([1, 2]);
  });

  test('a plan sells again what a late result has bought too much', async () => {
    const world = await planRuns();
    await run(world, '2026-11-23T10:00:00Z');
    await run(world, '2026-11-23T13:30:00Z');
    await world.publish('MID1', 30);
    await run(world, '2026-11-23T15:00:00Z');
    await world.publish('MD', 20);
    await run(world, '2026-11-23T16:00:00Z');
    const stage = (await stagesOf(world)).get('MID2');
    expect(stage?.bids).toMatchObject([{ item: 0, direction: -1, steps: [{ mw: 4 }] }]);
    expect(await world.read()).toMatchObject({
      next: { session: 'MID2', periods: [{ side: 'sell' }] },
      leftMwh: -4,
    });
  });

  test('a plan bids the steps of a cancelled session in the next, and names what no session takes', async () => {
    const world = await planRuns();
    await run(world, '2026-11-23T10:00:00Z');
    await world.publish('MD', 60);
    await run(world, '2026-11-23T13:00:00Z');
    await world.publish('MID1', null);
    await run(world, '2026-11-23T15:30:00Z');
    expect(stepsOf((await stagesOf(world)).get('MID2'))).toMatchObject([
      { steps: [{ mw: 8 }] },
      { steps: [{ mw: 8 }] },
    ]);
    await world.publish('MID2', null);
    await run(world, '2026-11-24T00:30:00Z');
    expect((await stagesOf(world)).get('MID3')?.bids).toMatchObject([{ item: 1 }]);
    const view = await world.read();
    expect(view.left).toEqual([{ datetime: `${PLAN_DAY} 12:00`, leftMw: 8 }]);
    expect(view.sessions.map(({ session, status }) => [session, status])).toEqual([
      ['MD', 'cleared'],
      ['MID1', 'cancelled'],
      ['MID2', 'cancelled'],
      ['MID3', 'open'],
    ]);
  });

  test('a plan goes by executed trades, also where a step has cleared in part', async () => {
    const world = await planRuns();
    await run(world, '2026-11-23T10:00:00Z');
    await world.publish('MD', 50);
    await run(world, '2026-11-23T12:45:00Z');
    await world.execute('MD', 4.5, '2026-11-23T13:00:00Z');
    await run(world, '2026-11-23T13:01:00Z');
    const stages = await stagesOf(world);
    expect(stages.get('MD')?.executed).toEqual([{ item: 0, watts: 4_500_000, cost: '1449/8' }]);
    expect(stepsOf(stages.get('MID1'))).toMatchObject([
      { steps: [{ mw: 5.5 }] },
      { steps: [{ mw: 10 }] },
    ]);
    const [first] = (await world.read()).sessions;
    expect(first).toMatchObject({
      boughtMwh: 4.5,
      averagePrice: '40.00',
      cost: '181.13',
      restsOn: 'executed',
    });
  });

  test('a price that is revised after clearing is shown, and changes nothing', async () => {
    const world = await planRuns();
    await run(world, '2026-11-23T10:00:00Z');
    await world.publish('MD', 50);
    await run(world, '2026-11-23T12:45:00Z');
    const before = await stagesOf(world);
    await world.publish('MD', 55, 2);
    await run(world, '2026-11-23T13:00:00Z');
    expect(await stagesOf(world)).toEqual(before);
    const [first] = (await world.read()).sessions;
    expect(first).toMatchObject({
      boughtMwh: 12,
      averagePrice: '50.00',
      cost: '603.00',
      revisedPrice: '55.00',
    });
    expect(await world.messages()).toHaveLength(1);
  });

  test('a plan makes bids anew by newer curves and the predictions that they go with, until the gate closes', async () => {
    const world = await planRuns();
    await run(world, '2026-11-23T09:10:00Z');
    const first = (await stagesOf(world)).get('MD');
    await world.predict('2026-11-23T09:20:00Z');
    await run(world, '2026-11-23T09:21:00Z');
    expect((await stagesOf(world)).get('MD')).toEqual(first);
    await world.learn('2026-11-23T09:20:00Z', 4);
    for (const minute of [22, 23, 24]) await run(world, `2026-11-23T09:${minute}:00Z`);
    const second = (await stagesOf(world)).get('MD');
    expect(second).toMatchObject({ revision: 2, madeAt: new Date('2026-11-23T09:22:00Z') });
    // What may wait for the second and third auctions waits at any price: they are predicted below.
    expect(stepsOf(second)).toEqual([
      {
        item: 0,
        steps: [
          { price: 4000, mw: 3 },
          { price: 64, mw: 4 },
        ],
      },
      { item: 1, steps: [{ price: 64, mw: 4 }] },
    ]);
    await world.predict('2026-11-23T10:00:00Z', 70);
    await world.learn('2026-11-23T10:00:00Z', 5);
    for (const minute of [1, 2]) await run(world, `2026-11-23T10:0${minute}:00Z`);
    const third = (await stagesOf(world)).get('MD');
    expect(third).toMatchObject({ revision: 3 });
    expect(stepsOf(third)).toMatchObject([{ steps: [{}, { price: 75 }] }, {}]);
    await world.learn('2026-11-23T10:59:00Z', 20);
    await run(world, '2026-11-23T11:00:00Z');
    expect((await stagesOf(world)).get('MD')).toEqual(third);
    expect((await world.messages()).map(({ data }) => [data.session, data.revision])).toEqual([
      ['MD', 2],
      ['MD', 3],
    ]);
    const { superseded } = await world.read();
    expect(superseded).toMatchObject([
      {
        session: 'MD',
        day: PLAN_DAY,
        revision: 1,
        bidMwh: 12,
        periods: [
          {
            side: 'buy',
            steps: [
              { price: 4000, mw: 2 },
              { price: 50, mw: 4 },
            ],
          },
          {},
        ],
      },
      { session: 'MD', day: PLAN_DAY, revision: 2, bidMwh: 11 },
    ]);
  });

  test('a plan keeps its bids where newer curves move no limit by 1 EUR/MWh', async () => {
    const world = await planRuns();
    await world.predict('2026-11-23T09:20:00Z');
    await world.learn('2026-11-23T09:20:00Z', 4);
    await run(world, '2026-11-23T09:22:00Z');
    const made = (await stagesOf(world)).get('MD');
    for (const [minute, surprise] of [
      [30, 4.5],
      [35, 4.9],
    ] as const) {
      await world.learn(`2026-11-23T09:${minute}:00Z`, surprise);
      await run(world, `2026-11-23T09:${minute + 1}:00Z`);
    }
    const { basis: _, ...kept } = (await stagesOf(world)).get('MD') as PlanStage;
    expect(made).toMatchObject(kept);
    await world.learn('2026-11-23T09:40:00Z', 5);
    await run(world, '2026-11-23T09:41:00Z');
    expect((await stagesOf(world)).get('MD')).toMatchObject({ revision: 3 });
    expect((await world.messages()).map(({ data }) => data.revision)).toEqual([2, 3]);
  });

  test('a plan keeps bids of the customer’s own, whatever curves are learned', async () => {
    const world = await planRuns({ isOwn: true });
    await run(world, '2026-11-23T09:10:00Z');
    const { basis: _, ...first } = (await stagesOf(world)).get('MD') as PlanStage;
    await world.predict('2026-11-23T09:20:00Z');
    await world.learn('2026-11-23T09:20:00Z', 4);
    await run(world, '2026-11-23T09:22:00Z');
    expect((await stagesOf(world)).get('MD')).toMatchObject(first);
    expect(await world.messages()).toEqual([]);
  });

  test('a plan is not computed again while nothing is known that was not', async () => {
    const world = await planRuns();
    await run(world, '2026-11-23T10:00:00Z');
    const plan = await world.deps.plans.get(world.purchase.id);
    await run(world, '2026-11-23T10:29:00Z');
    expect(await world.deps.plans.get(world.purchase.id)).toEqual(plan);
  });

  test('a purchase that is decided for another model has no plan', async () => {
    const world = await planRuns({ idmodel: 3 });
    await run(world, '2026-11-23T10:00:00Z');
    expect(await world.deps.plans.get(world.purchase.id)).toBeUndefined();
    await expect(world.read()).rejects.toMatchObject({
      code: 'not_planned',
      message: 'The purchase has no plan: its decision that counts is not model 7.',
    });
  });

  test('plans are looked at every minute', async () => {
    expect(planSchedule((await planRuns()).deps).times).toHaveLength(1440);
  });
});

/** What happens to a purchase, in the order of time. */
const EVENTS: readonly (readonly [string, (world: World) => Promise<void>])[] = [
  ['2026-11-23T10:00:00Z', async () => {}],
  ['2026-11-23T13:30:00Z', async () => {}],
  ['2026-11-23T13:40:00Z', (world) => world.publish('MD', 50)],
  ['2026-11-23T14:00:00Z', async () => {}],
  ['2026-11-23T15:00:00Z', (world) => world.publish('MID1', null)],
  ['2026-11-23T16:00:00Z', (world) => world.execute('MD', 4.5, '2026-11-23T16:00:00Z')],
  ['2026-11-23T22:00:00Z', (world) => world.publish('MID2', 44)],
  ['2026-11-24T10:30:00Z', (world) => world.publish('MID3', 41)],
];

/** A store that loses some calls before, and some after they have done their work. */
function unreliable(deps: RunPlanDeps, random: () => number): RunPlanDeps {
  const lost = () => new SolanoError('store_unavailable', 'away');
  return {
    ...deps,
    plans: {
      get: (id) => deps.plans.get(id),
      computedFrom: (ids) => deps.plans.computedFrom(ids),
      superseded: (id) => deps.plans.superseded(id),
      async save(...change) {
        const chance = random();
        if (chance < 0.3) throw lost();
        const saved = await deps.plans.save(...change);
        if (chance > 0.7) throw lost();
        return saved;
      },
    },
  };
}

test('a plan has the same bids, each once with its message, however processes end and beside each other', async () => {
  const calm = await planRuns();
  for (const [instant, happens] of EVENTS) {
    calm.setNow(instant);
    await happens(calm);
    await runPlans(calm.deps);
  }
  const outcome = (stages: ReadonlyMap<Session, PlanStage>) => {
    return [...stages]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([session, { revision, bids, result, executed }]) => {
        return {
          session,
          revision,
          bids,
          status: result?.status,
          periods: result?.periods,
          executed,
        };
      });
  };
  const expected = outcome(await stagesOf(calm));
  const messages = (await calm.messages()).map(({ data }) => `${data.session} ${data.revision}`);
  expect(messages).toEqual(['MID1 1', 'MID1 2', 'MID2 1', 'MID2 2']);
  for (let seed = 0; seed < times(20); seed += 1) {
    const random = randomNumbers(seed);
    const world = await planRuns();
    for (const [instant, happens] of EVENTS) {
      world.setNow(instant);
      await happens(world);
      for (let round = 0; round < 12; round += 1) {
        const processes = [1, 2].map(() => runPlans(unreliable(world.deps, random)));
        await Promise.allSettled(processes);
      }
      await runPlans(world.deps);
    }
    expect(outcome(await stagesOf(world))).toEqual(expected);
    const sent = (await world.messages()).map(({ data }) => `${data.session} ${data.revision}`);
    expect(sent).toEqual(messages);
  }
});
