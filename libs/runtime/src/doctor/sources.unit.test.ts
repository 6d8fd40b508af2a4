import { readConfig } from '@solano/config';
import { MemoryDatabase, MemoryMarketDataStore } from '@solano/memory';
import { expect, test } from 'vitest';
import { examineSources } from './sources.ts';

const CONFIG = readConfig({ MARKET_SOURCES: 'omie', WEATHER_SOURCES: 'open-meteo' });
const FAILED = new Date('2026-11-26T08:00:00Z');

test('sources whose last request failed are named with the reason, and since when', async () => {
  const market = new MemoryMarketDataStore(new MemoryDatabase());
  expect(await examineSources(CONFIG, market)).toMatchObject([{ check: 'sources', status: 'ok' }]);
  const fail = (failure: string, succeededAt: Date | null = null) =>
    market.updateSource('open-meteo', (state) => {
      return { ...state, failure, failedAt: FAILED, succeededAt };
    });
  await fail('responded 503');
  expect(await examineSources(CONFIG, market)).toEqual([
    {
      check: 'sources',
      status: 'warning',
      message:
        'open-meteo: responded 503 at 2026-11-26T08:00:00.000Z, never answered. The service asks again by itself.',
    },
  ]);
  await fail('', new Date('2026-11-26T09:00:00Z'));
  expect(await examineSources(CONFIG, market)).toMatchObject([{ status: 'ok' }]);
});

test('sources are no finding where none is configured', async () => {
  const market = new MemoryMarketDataStore(new MemoryDatabase());
  expect(await examineSources(readConfig({}), market)).toEqual([]);
});
