import {
  type BacktestTask,
  type DayRange,
  defaultsOf,
  MODELS,
  type StrategySetting,
} from '@solano/domain/desk';
import { backtest } from '@solano/domain/desk/split';
import { dayOf } from '@solano/domain/kernel';
import {
  coveredQuarters,
  gateClosure,
  type PriceSeries,
  type PriceStore,
  rulesOfSession,
  type Session,
} from '@solano/domain/market';
import { TestPrices } from './prices.ts';
import { solver } from './solver.ts';

/** Prices of a day in EUR/MWh: one for all, or one for each quarter hour by its place from 0. */
type DayEuros = number | ((quarter: number) => number);

/** Holds the prices of days written in EUR/MWh. */
export class ScriptedPrices extends TestPrices {
  /** What the auction of a session brought; no price for the last `left` quarter hours. */
  auction(session: Session, date: string, euros: DayEuros, left = 0): this {
    const { market } = rulesOfSession(session);
    const published = { source: 'omie', version: 1 } as const;
    return this.putDay({ market, date, ...published, ...seriesOf(session, date, euros, left) });
  }

  /** @param generatedAt in ms; by default a second before the day-ahead gate. */
  predict(session: Session, date: string, euros: DayEuros, generatedAt?: number): this {
    const { market } = rulesOfSession(session);
    const at = new Date(generatedAt ?? dayAheadGate(date) - 1000);
    const made = { generatedAt: at, origin: 'imported', inputsUntil: null } as const;
    this.setPrediction({ market, ...made, ...seriesOf(session, date, euros) });
    return this;
  }
}

/** The settings of the given models at their defaults; the others are off. */
export function only(...ids: number[]): StrategySetting[] {
  return MODELS.map(({ idmodel, parameters }) => {
    return { idmodel, enabled: ids.includes(idmodel), parameters: defaultsOf(parameters) };
  });
}

/** A backtest in the year 2030. */
export function test2030(
  prices: PriceStore,
  settings: readonly StrategySetting[],
  range: DayRange & Pick<BacktestTask, 'series'>,
  onDay?: Parameters<typeof backtest>[2],
) {
  const clock = () => new Date('2030-01-01T00:30Z');
  return backtest({ prices, solver, clock }, { customerId: 'c', settings, ...range }, onDay);
}

export function dayAheadGate(date: string): number {
  return gateClosure(rulesOfSession('MD'), dayOf(date));
}

function seriesOf(session: Session, date: string, euros: DayEuros, left = 0): PriceSeries {
  const covered = coveredQuarters(rulesOfSession(session), date);
  const ends = covered.slice(0, covered.length - left);
  const priceOf = typeof euros === 'number' ? () => euros : euros;
  return { stepMinutes: 15, ends, prices: ends.map((_, i) => Math.round(priceOf(i) * 1000)) };
}
