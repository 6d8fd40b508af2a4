import { groupDeviation, RealisedCurves } from '@solano/domain/desk';
import { readDeviation } from '@solano/domain/desk/deviation';
import { QUARTER_MS, quartersOfDate, startOfDate } from '@solano/domain/kernel';
import { CachedImbalance } from '@solano/domain/market';
import {
  type MemoryDatabase,
  MemoryEnergySettingsStore,
  MemoryImbalancePriceStore,
  MemoryMeasurementStore,
  MemoryPriceStore,
  MemoryPurchaseStore,
  MemoryTradeStore,
} from '@solano/memory';
import { consumedMegawatts } from './check.ts';
import { BEGINNING, type EnergyLedger, PORTFOLIO } from './ledger.ts';
import { megawattsOf, priceOf, type SentTradeDelivery } from './trade-ledger.ts';

/** All measured periods and trades are in this Madrid day. */
const DAY = '2026-11-10';
const SHORT = 90;
const LONG = 20;
/** EUR for each MWh that was bought or sold. */
const FEE = 0.25;

/** The day-ahead price of a quarter hour of the day, EUR/MWh. */
function dayAheadOf(quarter: number): number {
  return (quarter % 9) - 3;
}

/** Whether what was bought, consumed and paid for follows from the deliveries: each sentence is a violation. */
export async function deviationViolations(
  memory: MemoryDatabase,
  ledger: EnergyLedger,
): Promise<string[]> {
  const found: string[] = [];
  const { acknowledged, commits, sent } = ledger.trades;
  for (const number of acknowledged) {
    const isThere = commits.some((each) => each.number === number);
    if (!isThere) found.push(`Trades ${number} were acknowledged and are gone.`);
  }
  await publishPrices(memory);
  for (const customerId of new Set(sent.map((each) => each.customerId))) {
    const shown = await computed(memory, customerId);
    const expected = expectedRows(ledger, customerId);
    if (shown !== expected) {
      found.push(`The deviation of ${customerId} is ${shown}, and deliveries give ${expected}.`);
    }
  }
  return found;
}

async function publishPrices(memory: MemoryDatabase): Promise<void> {
  const ends = quartersOfDate(DAY);
  const known = { source: 'omie', version: 1, date: DAY, stepMinutes: 15 } as const;
  const prices = ends.map((_, i) => dayAheadOf(i) * 1000);
  await new MemoryPriceStore(memory).putRealised([
    { ...known, market: 'md_pdbc_spain', ends, prices },
  ]);
  const [short, long] = [SHORT, LONG].map((price) => ends.map(() => price * 1000)) as [
    number[],
    number[],
  ];
  const settled = { settlement: 'C1', source: 'csv', knownAt: new Date(0) } as const;
  await new MemoryImbalancePriceStore(memory).revise([DAY], () => [
    { date: DAY, stepMinutes: 15, short, long, ...settled },
  ]);
}

async function computed(memory: MemoryDatabase, customerId: string): Promise<string> {
  const deps = {
    measurements: new MemoryMeasurementStore(memory),
    energySettings: new MemoryEnergySettingsStore(memory),
    purchases: new MemoryPurchaseStore(memory),
    trades: new MemoryTradeStore(memory),
    prices: new MemoryPriceStore(memory),
    imbalance: new MemoryImbalancePriceStore(memory),
    realisedCurves: new RealisedCurves(),
    imbalanceDays: new CachedImbalance(),
    clock: () => new Date(startOfDate(DAY)),
  };
  const query = { customerId, portfolio: PORTFOLIO, from: DAY, to: DAY };
  const { periods } = await readDeviation(deps, query);
  const rows = groupDeviation(periods, 'period').map(({ key, sum }) => {
    if (key.by !== 'time') throw new Error('A row is not a period.');
    const { measuredMwh, boughtMwh, marketCost, deviationCost, costOverDayAhead } = sum.figures;
    const figures = [measuredMwh, boughtMwh, marketCost, deviationCost, costOverDayAhead];
    return rowText(key.start, figures.map(Number));
  });
  return rows.join();
}

/** What a portfolio must show: a period counts that was measured and traded in. */
function expectedRows(ledger: EnergyLedger, customerId: string): string {
  const consumed = consumedMegawatts(ledger, customerId);
  const counting = [...ledger.trades.counting(customerId).values()];
  const rows = quartersOfDate(DAY).flatMap((end, quarter) => {
    const start = end - QUARTER_MS;
    const traded = counting.filter((each) => isTraded(each, start));
    const megawatts = consumed(start);
    if (traded.length === 0 || megawatts === undefined) return [];
    const measured = megawatts / 4;
    let [bought, cost] = [0, 0];
    for (const { number } of traded) {
      const energy = megawattsOf(number) / 4;
      bought += energy;
      cost += energy * priceOf(number) + Math.abs(energy) * FEE;
    }
    const deviation = measured - bought;
    const price = deviation > 0 ? SHORT : LONG;
    const overDayAhead = deviation * (price - dayAheadOf(quarter));
    return rowText(start, [measured, bought, cost, deviation * price, overDayAhead]);
  });
  return rows.join();
}

function isTraded({ first, quarters }: SentTradeDelivery, start: number): boolean {
  const quarter = (start - BEGINNING) / QUARTER_MS;
  return quarter >= first && quarter < first + quarters;
}

/** Figures are multiples of a quarter: as numbers they are exact. */
function rowText(start: number, figures: readonly number[]): string {
  return `${(start - BEGINNING) / QUARTER_MS}: ${figures.map((each) => each + 0).join(' ')}`;
}
