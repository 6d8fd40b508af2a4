import { type Clock, type Digest, dateAfter, dateAt, weekdayOf } from '@solano/domain/kernel';
import { type CustomerStore, hourly, type Schedule } from '@solano/domain/service';
import type { DayRange } from '../backtests/backtest-range.ts';
import type { BacktestStore } from '../backtests/backtest-store.ts';
import type { PurchaseStore } from '../purchases/purchase.ts';
import { listStrategies, type StrategyOwner, type StrategyStore } from '../strategies/catalogue.ts';

const YEAR_DAYS = 365;
/** Users and retailers of a customer. */
const MAX_PARTIES = 100;
/** At night, when few others compute. */
const HOURS = ['02', '03', '04', '05'];
const SERVICE = { actor: 'service', origin: '', requestId: null };

export interface YearBacktestDeps {
  readonly backtests: Pick<BacktestStore, 'add' | 'get'>;
  readonly customers: Pick<CustomerStore, 'list'>;
  readonly purchases: Pick<PurchaseStore, 'parties'>;
  readonly strategies: Pick<StrategyStore, 'get'>;
  readonly digest: Digest;
  readonly clock: Clock;
}

/** The last year's backtest of settings, by which a model is recommended. */
export interface YearBacktest extends DayRange {
  /** The same for the same owner, version and days, so that it is made once. */
  readonly id: string;
}

/** Requests a backtest of the last year each week, and after new settings, for all who purchase. */
export function yearBacktestSchedule(deps: YearBacktestDeps): Schedule {
  const times = hourly('05', '15', '25', '35', '45', '55').filter((time) => {
    return HOURS.includes(time.slice(0, 2));
  });
  return { name: 'year-backtests', times, run: () => requestYearBacktests(deps) };
}

/**
 * Requests those that are missing, one of a customer at a time, while none of its own are waiting. Errors:
 * `store_unavailable`.
 */
export async function requestYearBacktests(deps: YearBacktestDeps): Promise<void> {
  for (const { id: customerId } of await deps.customers.list()) {
    for (const parties of await deps.purchases.parties(customerId, MAX_PARTIES)) {
      if (await request(deps, { customerId, ...parties })) break;
    }
  }
}

/** Whether it is made now, or has to wait for others of the customer. */
async function request(deps: YearBacktestDeps, owner: StrategyOwner): Promise<boolean> {
  const { backtests, strategies, digest, clock } = deps;
  const { version, models } = await listStrategies(strategies, owner);
  const { id, from, to } = yearBacktest(digest, owner, version, clock());
  const known = await backtests.get(owner, id);
  if (known) return known.status === 'queued' || known.status === 'running';
  const at = clock();
  const made = {
    ...owner,
    id,
    from,
    to,
    series: null,
    settings: models.map(({ idmodel, enabled, parameters }) => ({ idmodel, enabled, parameters })),
    settingsVersion: version,
    createdAt: at,
  };
  const { customerId } = owner;
  const entry = { ...SERVICE, at, action: 'backtest.request', customerId, subject: id } as const;
  await backtests.add(made, 1, entry);
  return true;
}

/**
 * The year that ends on the last Sunday before a Madrid day.
 *
 * @param weeksAgo an earlier one.
 */
export function yearBacktest(
  digest: Digest,
  { customerId, user, retailer }: StrategyOwner,
  version: number,
  now: Date,
  weeksAgo = 0,
): YearBacktest {
  const today = dateAt(now.getTime());
  const to = dateAfter(today, -weekdayOf(today) - 7 * weeksAgo);
  const from = dateAfter(to, 1 - YEAR_DAYS);
  const name = JSON.stringify(['year backtest', customerId, user, retailer, version, to]);
  return { id: uuidOf(digest(name)), from, to };
}

/** A UUID of version 8, made of a digest in hexadecimal. */
function uuidOf(digest: string): string {
  const [a, b, c, d, e] = [8, 4, 3, 3, 12].map((length, i, all) => {
    const start = all.slice(0, i).reduce((sum, each) => sum + each, 0);
    return digest.slice(start, start + length);
  });
  return `${a}-${b}-8${c}-8${d}-${e}`;
}
