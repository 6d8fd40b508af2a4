import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeSecrets } from '@solano/crypto';
import { dateAfter, dateAt, MINUTE_MS, startOfDate } from '@solano/domain/kernel';
import type { BandedPrediction, Market, PriceStore, RealisedPrices } from '@solano/domain/market';
import { predictPrices } from '@solano/domain/market/collection';
import {
  MemoryDatabase,
  MemoryMarketDataStore,
  MemoryPriceModelStore,
  MemoryPriceStore,
  MemorySpreadCurveStore,
} from '@solano/memory';

const MARKETS = ['md_pdbc_spain', 'mid_pibc01_spain'] as const;
/** Days of day-ahead prices after which the predictor has models, and its weights have settled. */
const SETTLED_DAYS = 280;
const DAY_AHEAD_FILES = [
  { file: 'da_es_hourly_20230101_20251130.csv', until: '2025-09-30', minutes: 60 },
  { file: 'da_es_20230401_20251130.csv', until: '2025-11-30', minutes: 15 },
];
const AUCTION_FILES = [
  { file: 'intraday1_es_hourly_20230101_20240613.csv', until: '2024-06-13', minutes: 60 },
  { file: 'ida1_es_hourly_20240614_20251130.csv', until: '2025-11-30', minutes: 60 },
];

/**
 * The prices of both markets, and hindcasts of them as of 09:00 the day before.
 *
 * @param data folder with OMIE's prices.
 * @param cache file for the hindcasts, which take minutes to make.
 */
export async function readPrices(data: string, cache: string): Promise<PriceStore> {
  const database = new MemoryDatabase();
  const prices = new MemoryPriceStore(database);
  const dayAhead = realised('md_pdbc_spain', data, DAY_AHEAD_FILES);
  await prices.putRealised([...dayAhead, ...realised('mid_pibc01_spain', data, AUCTION_FILES)]);
  const first = dateAfter((dayAhead[0] as RealisedPrices).date, SETTLED_DAYS);
  const last = (dayAhead.at(-1) as RealisedPrices).date;
  if (!existsSync(cache)) {
    const deps = {
      prices,
      market: new MemoryMarketDataStore(database),
      models: new MemoryPriceModelStore(database),
      spreadCurves: new MemorySpreadCurveStore(database),
      clock: () => new Date(startOfDate(dateAfter(last, 1))),
      digest: (text: string) => new NodeSecrets().digest(text),
    };
    await predictPrices(deps, { days: 1, since: first, until: last, allowStale: true });
    writeFileSync(cache, JSON.stringify(await hindcastsOf(prices)));
    return prices;
  }
  for (const each of JSON.parse(readFileSync(cache, 'utf8')) as BandedPrediction[]) {
    await prices.putPredictions([{ ...each, generatedAt: new Date(each.generatedAt) }]);
  }
  return prices;
}

async function hindcastsOf(prices: PriceStore): Promise<object[]> {
  const all = [];
  for (const market of MARKETS) {
    for await (const { inputsUntil: _, ...each } of prices.predictions(
      market,
      -Infinity,
      Infinity,
    )) {
      all.push({ ...each, inputsUntil: null });
    }
  }
  return all;
}

/** Whole days from files of `utc;price`, each used up to its last day. */
function realised(
  market: Market,
  data: string,
  files: readonly { readonly file: string; readonly until: string; readonly minutes: number }[],
): RealisedPrices[] {
  let after = '';
  return files.flatMap(({ file, until, minutes }) => {
    const days = new Map<string, { ends: number[]; prices: number[] }>();
    for (const line of readFileSync(join(data, file), 'utf8').trim().split('\n').slice(1)) {
      const [utc = '', price = ''] = line.split(';');
      const start = Date.parse(utc);
      const date = dateAt(start);
      if (date <= after || date > until || price === '') continue;
      const day = days.get(date) ?? { ends: [], prices: [] };
      days.set(date, day);
      day.ends.push(start + minutes * MINUTE_MS);
      day.prices.push(Math.round(Number(price) * 1000));
    }
    after = until;
    return [...days].map(([date, day]) => {
      return { market, date, source: 'csv', version: 0, stepMinutes: minutes, ...day } as const;
    });
  });
}
