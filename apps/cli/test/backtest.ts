import type { Backtest, BacktestDay, BacktestTotals } from '@solano/domain/desk';

/** Totals of two days that cost 2400 EUR by model 1. */
export function totals(saving: number): BacktestTotals {
  return {
    days: 2,
    megawattHours: 48,
    cost: 2400 - saving,
    costPerMegawattHour: (2400 - saving) / 48,
    dayAheadCost: 2400,
    saving,
    savingInterval: saving === 0 ? null : [saving - 10, saving + 10],
    againstRule: {
      cost: 2376,
      lead: saving - 24,
      leadInterval: saving === 0 ? null : [saving - 34, saving - 14],
      verdict: saving === 0 ? 'few_days' : verdictOf(saving - 24),
    },
    savingPercent: saving / 24,
    worstDecile: {
      date: '2026-01-16',
      saving: saving / 4,
      perMegawatt: saving / 4,
      meanPerMegawatt: saving / 4,
    },
    drawdown: saving < 0 ? { loss: -saving, from: '2026-01-15', to: '2026-01-16' } : null,
    boundSaving: 2 * saving,
    foresightPercent: saving / 2,
    byHour: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      megawattHours: 2,
      saving: hour === 8 ? saving : 0,
      savingPerMegawattHour: hour === 8 ? saving / 2 : 0,
    })),
  };
}

/** Of a lead with an interval of 10 EUR to each side. */
function verdictOf(lead: number) {
  if (lead > 10) return 'better';
  return lead < -10 ? 'worse' : 'not_distinguishable';
}

/** The rule is not compared with itself. */
const { againstRule: _, ...ruleTotals } = totals(24);

/** Models 1, 3 and 6 over three days, the first of them left out; model 6 never ran. */
export const SAMPLE: Backtest = {
  from: '2026-01-14',
  to: '2026-01-16',
  isFlat: true,
  feePerMegawattHour: 0.25,
  models: [
    { idmodel: 1, name: 'DAY_AHEAD', totals: totals(0), leftOut: [] },
    { idmodel: 3, name: 'CHEAPEST_CAPPED', totals: totals(48), leftOut: [] },
    {
      idmodel: 6,
      name: 'SPREAD_RESALE',
      totals: null,
      leftOut: [{ reason: 'no price prediction', days: 2 }],
    },
  ],
  foresight: totals(200),
  benchmarks: { cap_first_auction: totals(-24), mean_spread_56_days: ruleTotals },
  datesByHour: ['2026-01-16'],
  origins: {
    predictions: [
      { origin: 'live', days: 2 },
      { origin: 'hindcast', days: 1 },
    ],
    history: [{ origin: 'hindcast', days: 2 }],
  },
  days: [day('2026-01-15', 36, 100), day('2026-01-16', 12, 100)],
  sessionsLeftOut: [
    { session: 'MID2', dates: ['2026-01-16'] },
    { session: 'MID3', dates: ['2026-01-15', '2026-01-16'] },
  ],
  daysLeftOut: ['2026-01-14'],
  daysWithoutItems: [],
};

export function day(date: string, saving: number, possible: number): BacktestDay {
  return {
    date,
    sessions: ['MD', 'MID1'],
    models: [
      { idmodel: 1, cost: 1200, saving: 0 },
      { idmodel: 3, cost: 1200 - saving, saving },
    ],
    foresight: { cost: 1200 - possible, saving: possible },
    benchmarks: {
      cap_first_auction: { cost: 1212, saving: -12 },
      mean_spread_56_days: { cost: 1188, saving: 12 },
    },
  };
}
