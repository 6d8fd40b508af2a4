import { anEntry, aWebhook } from '@solano/domain/contracts';
import { dateAfter, datesBetween, quartersOfDate } from '@solano/domain/kernel';
import type { WebhookEvent } from '@solano/domain/service';
import { measure, uploadMeasured } from '@solano/domain/test/deviation/measurements';
import { deviationPricesOf, pricesOf } from '@solano/domain/test/deviation/prices';
import { submit } from '@solano/domain/test/deviation/purchases';
import { deliverTrades } from '@solano/domain/test/deviation/trades';
import { takeBack } from '@solano/domain/test/deviation/uploads';
import { CUSTOMER, DeviationWorld, PORTFOLIO } from '@solano/domain/test/deviation/world';
import { digest } from '@solano/domain/test/digest';
import { MemoryAuditLog, MemoryDeviationStore, MemoryWebhookStore } from '@solano/memory';
import { describe, expect, test } from 'vitest';
import { type PublishDeps, publishDeviations } from './publish-deviations.ts';

const DAY = '2026-11-10';
const EVENTS = ['deviation.published', 'deviation.revised', 'report.ready'] as const;

function flat(value: number, date: string): number[] {
  return quartersOfDate(date).map(() => value);
}

function fail(fields: object): never {
  throw new Error('A warning was logged.', { cause: fields });
}

function publishDeps(world: DeviationWorld): PublishDeps {
  return {
    ...world.deps(),
    deviations: new MemoryDeviationStore(world.database),
    audit: new MemoryAuditLog(world.database),
    webhooks: new MemoryWebhookStore(world.database),
    secrets: { digest },
    messageText: (message) => JSON.stringify(message),
    log: { info() {}, warn: fail, error: fail },
  };
}

interface Message {
  readonly type: string;
  readonly timestamp: string;
  readonly data: object;
}

/** The bodies of the messages so far, in the order in which they were added. */
function messagesOf({ database }: DeviationWorld): Message[] {
  return [...database.deliveries.values()].map(({ body }) => JSON.parse(body) as Message);
}

/** A portfolio that bought 1 MW and consumed 2 MW on each of some days, and a webhook of its customer. */
async function published(days: readonly string[], events: readonly WebhookEvent[] = EVENTS) {
  const world = new DeviationWorld();
  world.now = new Date(`${dateAfter(days.at(-1) ?? DAY, 1)}T12:00Z`);
  const { at, entry } = world.change();
  await new MemoryWebhookStore(world.database).add(
    aWebhook(CUSTOMER.id, { events, createdAt: at }),
    entry,
  );
  for (const date of days) {
    await world.prices.putRealised([pricesOf('MD', date, () => 50)]);
    await world.imbalance.revise([date], () => [deviationPricesOf(date, 15, () => [80, 30])]);
    await submit(world, date, flat(1, date), { shares: { MD: 100 } });
    await measure(world, date, flat(2, date));
  }
  const deps = publishDeps(world);
  const publish = () => publishDeviations(deps);
  const read = () => deps.deviations.revisions(CUSTOMER.id, PORTFOLIO, '2026-01-01', '2026-12-31');
  return { world, publish, read };
}

describe('complete days', () => {
  test('a complete day is published once, with its message', async () => {
    const { world, publish, read } = await published([DAY]);
    await publish();
    await publish();
    const figures = {
      periods: 96,
      boughtMwh: '24.000',
      measuredMwh: '48.000',
      shortMwh: '24.000',
      longMwh: '0.000',
      marketCost: '1206.00',
      deviationCost: '1920.00',
      costOverDayAhead: '720.00',
      volumeShort: '720.00',
      volumeLong: '0.00',
      correction: '0.00',
      marketChoice: '6.00',
    };
    expect(await read()).toEqual([{ day: DAY, revision: 1, at: world.now, figures }]);
    expect(messagesOf(world)).toEqual([
      {
        type: 'deviation.published',
        timestamp: world.now.toISOString(),
        data: { user: 'ana', retailer: 'acme', day: DAY, ...figures },
      },
    ]);
  });

  test('a day of which anything is missing is not published', async () => {
    const { world, publish, read } = await published([DAY]);
    const next = dateAfter(DAY, 1);
    world.now = new Date(`${dateAfter(next, 1)}T12:00Z`);
    await world.prices.putRealised([pricesOf('MD', next, () => 50)]);
    await world.imbalance.revise([next], () => [deviationPricesOf(next, 15, () => [80, 30])]);
    await measure(world, next, flat(1, next));
    await submit(world, next, [1], { shares: { MD: 100 } });
    await publish();
    expect((await read()).map(({ day }) => day)).toEqual([DAY]);
  });

  test('a webhook of another customer, or for other events, gets no message', async () => {
    const { world, publish } = await published([DAY], ['deviation.revised']);
    await publish();
    expect(messagesOf(world)).toEqual([]);
  });
});

describe('revisions', () => {
  test('a measurement that is replaced revises its day alone, with what was before', async () => {
    const next = dateAfter(DAY, 1);
    const { world, publish, read } = await published([DAY, next]);
    await publish();
    await measure(world, DAY, [3]);
    world.now = new Date(world.now.getTime() + 60_000);
    await publish();
    const days = await read();
    expect(days.map(({ day, revision }) => [day, revision])).toEqual([
      [DAY, 1],
      [DAY, 2],
      [next, 1],
    ]);
    expect(days[1]?.figures).toMatchObject({ measuredMwh: '48.250', deviationCost: '1940.00' });
    const [message] = messagesOf(world).filter(({ type }) => type === 'deviation.revised');
    expect(message).toMatchObject({
      data: { day: DAY, revision: 2, before: days[0]?.figures, after: days[1]?.figures },
    });
  });

  test('prices of deviations that are settled anew revise a day, however long ago', async () => {
    const { world, publish, read } = await published([DAY]);
    await publish();
    world.now = new Date('2027-10-01T00:00Z');
    await world.imbalance.revise([DAY], () => [deviationPricesOf(DAY, 15, () => [81, 30])]);
    await publish();
    expect((await read()).map(({ figures }) => figures?.deviationCost)).toEqual([
      '1920.00',
      '1944.00',
    ]);
  });

  test('a decision or a trade after the publication revises a recent day', async () => {
    const { world, publish, read } = await published([DAY]);
    await publish();
    await deliverTrades(world, 'MIC', DAY, [[0, 60, 1, 40]]);
    await publish();
    expect((await read()).map(({ figures }) => figures?.boughtMwh)).toEqual(['24.000', '25.000']);
  });

  test('a day that lacks something again is noted without figures, and with them when it is complete', async () => {
    const { world, publish, read } = await published([DAY]);
    await publish();
    const id = await uploadMeasured(world, DAY, [1], { group: 'wrong' });
    await publish();
    await takeBack(world, 'consumption', id);
    await publish();
    const days = await read();
    expect(days.map(({ figures }) => figures?.measuredMwh)).toEqual([
      '48.000',
      undefined,
      '48.000',
    ]);
    expect(days[1]?.figures).toBeNull();
  });
});

describe('inputs', () => {
  test('a portfolio whose inputs have not changed is not computed again', async () => {
    const { world, publish } = await published([DAY]);
    let reads = 0;
    const deps = publishDeps(world);
    const counted = {
      ...deps,
      trades: {
        executed: (...args: Parameters<typeof world.trades.executed>) => {
          reads += 1;
          return world.trades.executed(...args);
        },
      },
    };
    await publish();
    await publishDeviations(counted);
    expect(reads).toBe(0);
    await new MemoryAuditLog(world.database).record([
      anEntry({ customerId: CUSTOMER.id, at: world.now, subject: 'x' }),
    ]);
    await publishDeviations(counted);
    expect(reads).toBeGreaterThan(0);
  });
});

describe('months', () => {
  test('a report is ready once all days of its month are complete', async () => {
    const days = datesBetween('2026-02-01', '2026-02-28');
    const { world, publish } = await published(days);
    const wrong = await uploadMeasured(world, '2026-02-15', [1], { group: 'wrong' });
    await publish();
    const ready = () => messagesOf(world).filter(({ type }) => type === 'report.ready');
    expect(ready()).toEqual([]);
    await takeBack(world, 'consumption', wrong);
    await publish();
    await measure(world, '2026-02-10', [3]);
    await publish();
    expect(ready()).toMatchObject([
      {
        data: {
          user: 'ana',
          retailer: 'acme',
          month: '2026-02',
          path: '/api/v0/user/ana/report?retailer_id=acme&month=2026-02',
        },
      },
    ]);
  });
});
