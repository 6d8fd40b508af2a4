import { MemoryDatabase, MemoryMarketDataStore } from '@solano/memory';
import { expect, test } from 'vitest';
import { dayDocuments } from './day-documents.ts';
import { type DayChange, type ReceivedDocument, unknownDay } from './market-day.ts';

const MD = 'md_pdbc_spain';
const DAY = '2026-11-22';

/** A document of a revision, and the prices that a day has from it. */
function arrival(revision: number, outcome: ReceivedDocument['outcome'] = 'accepted'): DayChange {
  const name = `marginalpdbc_20261122.${revision}`;
  const receivedAt = new Date('2026-11-21T12:31:00Z');
  const document = {
    source: 'omie',
    name,
    revision,
    digest: `${revision}`,
    etag: null,
    receivedAt,
  } as const;
  const received = { series: MD, date: DAY, ...document, outcome, reason: '' } as const;
  if (outcome !== 'accepted') return { day: unknownDay(MD, DAY), received };
  const prices = { market: MD, date: DAY, source: 'omie', version: revision } as const;
  return {
    day: { ...unknownDay(MD, DAY), status: 'realised', document },
    received,
    prices: { ...prices, stepMinutes: 60, ends: [0], prices: [1] },
  };
}

test('the documents of a day say which one its prices are from, and where each is', async () => {
  const market = new MemoryMarketDataStore(new MemoryDatabase());
  const put = (change: DayChange) => market.updateDay(MD, DAY, () => change);
  const listed = async () => {
    const documents = await dayDocuments(market, MD, DAY);
    return documents.map(({ key, isInUse }) => [key, isInUse]);
  };
  for (const change of [arrival(1, 'rejected'), arrival(1), arrival(2)]) await put(change);
  const [rejected, first, second] = ['1.rejected', '1', '2'].map((name) => {
    return `market/omie/marginalpdbc_20261122.${name}`;
  });
  expect(await listed()).toEqual([
    [rejected, false],
    [first, false],
    [second, true],
  ]);
  const { received: _, ...change } = arrival(2);
  const imported = { ...change.prices, source: 'csv', version: 0 } as DayChange['prices'] & object;
  await put({ ...change, prices: imported });
  expect((await listed()).map(([, isInUse]) => isInUse)).toEqual([false, false, false]);
  await expect(dayDocuments(market, MD, 'today')).rejects.toMatchObject({
    code: 'invalid_request',
  });
});
