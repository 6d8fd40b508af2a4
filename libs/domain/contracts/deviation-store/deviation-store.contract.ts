import type { PublishedDay, PublishedFigures } from '@solano/domain/desk';
import { HOUR_MS } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import {
  aDelivery,
  addedCustomer,
  addedWebhook,
  anEntry,
  INSTANT,
  later,
  ODD_TEXTS,
  UNKNOWN_IDS,
} from '../examples.ts';
import { concurrently } from '../outcome.ts';
import { type OpenStores, openForSuite } from '../stores.ts';

const PORTFOLIO = { user: 'ana', retailer: 'acme' };

const FIGURES: PublishedFigures = {
  periods: 96,
  boughtMwh: '24.000',
  measuredMwh: '24.500',
  shortMwh: '1.000',
  longMwh: '0.500',
  marketCost: '-1206.00',
  deviationCost: '65.00',
  costOverDayAhead: '40.00',
  volumeShort: '30.00',
  volumeLong: '10.00',
  correction: '0.00',
  marketChoice: '6.00',
};

function aDay(day: string, revision = 1, more: Partial<PublishedDay> = {}): PublishedDay {
  return { day, revision, at: later(revision), figures: FIGURES, ...more };
}

/** What every DeviationStore does. */
export function deviationStoreContract(name: string, open: OpenStores): void {
  describe(`DeviationStore: ${name}`, () => {
    const handles = openForSuite(open);
    const none = { computedFrom: 'x', deliveries: [] };

    test('days are read with all their revisions, by day and revision', async () => {
      const { id } = await addedCustomer(handles.here);
      const first = [aDay('2026-10-25'), aDay('2026-03-29')];
      const second = [aDay('2026-03-29', 2, { figures: null }), aDay('2026-03-30')];
      const { deviations } = handles.here;
      expect(await deviations.publish(id, PORTFOLIO, first, none)).toBe(true);
      expect(await deviations.publish(id, PORTFOLIO, second, none)).toBe(true);
      const read = (from: string, to: string) =>
        handles.there.deviations.revisions(id, PORTFOLIO, from, to);
      expect(await read('2026-03-29', '2026-10-25')).toEqual([
        first[1],
        second[0],
        second[1],
        first[0],
      ]);
      expect(await read('2026-03-30', '2026-10-24')).toEqual([second[1]]);
    });

    test('the inputs of a portfolio are read as they were last noted, of that one alone', async () => {
      const { id } = await addedCustomer(handles.here);
      const read = (portfolio = PORTFOLIO) => handles.there.deviations.computedFrom(id, portfolio);
      expect(await read()).toBeUndefined();
      for (const computedFrom of ['a', 'b']) {
        const along = { computedFrom, deliveries: [] };
        await handles.here.deviations.publish(id, PORTFOLIO, [], along);
      }
      expect(await read()).toBe('b');
      expect(await read({ ...PORTFOLIO, retailer: 'other' })).toBeUndefined();
    });

    test('a revision that is there already is not published again, nor anything with it', async () => {
      const { here, there } = handles;
      const webhook = await addedWebhook(here);
      const { customerId: id } = webhook;
      await here.deviations.publish(id, PORTFOLIO, [aDay('2026-01-01')], none);
      const along = { computedFrom: 'y', deliveries: [aDelivery(webhook.id)] };
      const days = [aDay('2026-01-02'), aDay('2026-01-01')];
      expect(await here.deviations.publish(id, PORTFOLIO, days, along)).toBe(false);
      expect(await there.deviations.revisions(id, PORTFOLIO, '2026-01-01', '2026-01-02')).toEqual([
        aDay('2026-01-01'),
      ]);
      expect(await there.deviations.computedFrom(id, PORTFOLIO)).toBe('x');
      expect(await there.webhooks.deliveries(webhook.id, 9)).toEqual([]);
    });

    test('a day that several publish at once is published once, with its messages', async () => {
      const { here, there } = handles;
      const webhook = await addedWebhook(here);
      const published = await concurrently(5, (i) => {
        const along = { computedFrom: `${i}`, deliveries: [aDelivery(webhook.id)] };
        const days = [aDay('2026-01-01', 1, { at: later(i) })];
        const { deviations } = i % 2 === 0 ? here : there;
        return deviations.publish(webhook.customerId, PORTFOLIO, days, along);
      });
      expect(published.filter((each) => each)).toHaveLength(1);
      expect(await there.webhooks.deliveries(webhook.id, 9)).toHaveLength(1);
    });

    test.each(ODD_TEXTS)('a portfolio may have any name: %s', async (_, name) => {
      const { id } = await addedCustomer(handles.here);
      const portfolio = { user: name, retailer: name };
      await handles.here.deviations.publish(id, portfolio, [aDay('2026-01-01')], none);
      const found = await handles.there.deviations.revisions(
        id,
        portfolio,
        '2026-01-01',
        '2026-01-01',
      );
      expect(found).toHaveLength(1);
    });

    test('a customer who is unknown has nothing published', async () => {
      const { deviations } = handles.here;
      for (const [, id] of UNKNOWN_IDS) {
        expect(await deviations.publish(id, PORTFOLIO, [aDay('2026-01-01')], none)).toBe(false);
        expect(await deviations.revisions(id, PORTFOLIO, '2026-01-01', '2026-01-01')).toEqual([]);
        expect(await deviations.computedFrom(id, PORTFOLIO)).toBeUndefined();
      }
    });

    test('the portfolios of all customers are found by their consumption, groups together', async () => {
      const { here, there } = handles;
      const { id } = await addedCustomer(here);
      const put = async (retailer: string, group: string, hour: number) => {
        const series = { kind: 'consumption', user: 'ana', retailer, group } as const;
        const start = INSTANT.getTime() - (INSTANT.getTime() % HOUR_MS) + hour * HOUR_MS;
        const runs = [{ start, step: 60, microMw: [1] }] as const;
        const delivery = { customerId: id, deliveredAt: later(1) };
        await here.measurements.record(delivery, [{ series, runs }], anEntry());
        return new Date(start);
      };
      await put('acme', 'b', 5);
      const first = await put('acme', 'a', 3);
      await put('acme', 'a', 4);
      const other = await put('other', '', 9);
      const found = await there.deviations.portfolios();
      const own = found.filter(({ customerId }) => customerId === id);
      const byName = own.toSorted((a, b) => (a.retailer < b.retailer ? -1 : 1));
      expect(byName).toEqual([
        { customerId: id, user: 'ana', retailer: 'acme', firstStart: first, revision: 3 },
        { customerId: id, user: 'ana', retailer: 'other', firstStart: other, revision: 1 },
      ]);
    });
  });
}
