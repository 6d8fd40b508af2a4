import { request } from '../api/pending.ts';
import type { Figure, Series } from '../chart/figure.ts';
import { addDays, DAY_MS, MADRID, startOfDay } from '../time/zone.ts';
import { modelName } from './model-name.ts';
import { t } from './texts.ts';

interface Totals {
  readonly days: number;
  readonly cost_eur: string | number;
  readonly cost_eur_per_mwh: string | number | null;
  readonly saving_eur: string | number;
  readonly saving_percent: string | number | null;
  readonly foresight_percent: string | number | null;
}

interface DayFigures {
  readonly saving_eur: string | number;
}

/** What the models would have saved, day by day and in all. */
export interface BacktestResult {
  readonly models: readonly {
    readonly idmodel: number;
    readonly totals: Totals | null;
    readonly left_out?: unknown;
  }[];
  readonly perfect_foresight: Totals;
  readonly benchmarks: readonly { readonly name: string; readonly totals: Totals }[];
  readonly days: readonly {
    readonly date: string;
    readonly models: readonly (DayFigures & { readonly idmodel: number })[];
    readonly perfect_foresight: DayFigures;
  }[];
}

export interface Backtest {
  readonly id: string;
  readonly status: 'queued' | 'running' | 'completed' | 'failed';
  /** From 0 to 1. */
  readonly progress: number | null;
  readonly result: BacktestResult | null;
  readonly error: string | null;
}

interface Owner {
  readonly user: string;
  readonly retailer: string;
}

function pathOf({ user, retailer }: Owner, rest = ''): string {
  const query = new URLSearchParams({ idretailer: retailer }).toString();
  return `strategies/${encodeURIComponent(user)}/backtests${rest}?${query}`;
}

export function startBacktest(owner: Owner, from: string, to: string): Promise<{ id: string }> {
  return request('POST', pathOf(owner), { from, to });
}

export function readBacktest(owner: Owner, id: string): Promise<Backtest> {
  return request('GET', pathOf(owner, `/${id}`));
}

const COLORS = ['--md', '--mid1', '--mid2', '--mid3', '--accent', '--warn'];

/** The savings summed from the first day on, of each model and of foresight. */
export function savingsFigure({ days }: BacktestResult): Figure {
  const models = [...new Set(days.flatMap((day) => day.models.map(({ idmodel }) => idmodel)))];
  const lines: Series[] = models.map((idmodel, index) => ({
    label: modelName(idmodel),
    values: running(days.map((day) => day.models.find((each) => each.idmodel === idmodel))),
    color: COLORS[index % COLORS.length] ?? '--md',
    decimals: 2,
  }));
  return {
    title: t.result,
    unit: 'EUR',
    zone: MADRID,
    starts: days.map(({ date }) => startOfDay(date, MADRID)),
    step: days.length === 0 ? DAY_MS : lengthOf(days.at(-1)?.date ?? ''),
    series: [
      ...lines,
      {
        label: 'foresight',
        values: running(days.map((day) => day.perfect_foresight)),
        color: '--muted',
        dash: [5, 4],
        decimals: 2,
      },
    ],
  };
}

function lengthOf(day: string): number {
  return startOfDay(addDays(day, 1), MADRID) - startOfDay(day, MADRID);
}

function running(days: readonly (DayFigures | undefined)[]): number[] {
  let sum = 0;
  return days.map((day) => {
    sum += Number(day?.saving_eur ?? 0);
    return sum;
  });
}
