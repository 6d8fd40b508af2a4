import { HOUR_MS } from '@solano/domain/kernel';
import { type SourceState, UNUSED_SOURCE } from '@solano/domain/market';
import { MemoryDatabase, MemoryMarketDataStore } from '@solano/memory';
import { expect, test } from 'vitest';
import { failingSources } from './state.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW - hours * HOUR_MS);
const FAILING = { ...UNUSED_SOURCE, failedAt: hoursAgo(1), failure: 'answered 503' };

test.each<[string, number, SourceState]>([
  ['that was never asked', 0, UNUSED_SOURCE],
  ['that never answered, since its last failure,', 3_600, FAILING],
  ['since it answered last', 10_800, { ...FAILING, succeededAt: hoursAgo(3) }],
  ['that answered again', 0, { ...FAILING, succeededAt: hoursAgo(0.5), failure: '' }],
])('a source %s fails for %d s', async (_, seconds, state) => {
  const market = new MemoryMarketDataStore(new MemoryDatabase());
  await market.updateSource('open-meteo', () => state);
  const deps = { sources: ['open-meteo'], market, clock: () => new Date(NOW) };
  expect(await failingSources(deps)).toEqual([{ label: 'open-meteo', value: seconds }]);
});
