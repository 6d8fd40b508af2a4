import {
  BACKTEST_STATUSES,
  type Backtest,
  type BacktestTotals,
  type DayFigures,
  RULE_VERDICTS,
} from '@solano/domain/desk';
import { PREDICTION_ORIGINS } from '@solano/domain/market';
import { z } from 'zod';
import { PurchaseSubmission } from './purchase.ts';
import { StrategySettings } from './strategy.ts';
import { DAY_PATTERN, money, session } from './values.ts';

const date = z.string().meta({ format: 'date', examples: ['2026-11-22'] });
const megawattHours = z.number().meta({ description: 'MWh bought less sold.' });

const interval = z.array(money('A bound.')).length(2).nullable().meta({
  description: '95 %, by a bootstrap of blocks of 7 days; null for fewer than 14 days.',
});

const Totals = z
  .object({
    days: z.int(),
    mwh: megawattHours,
    cost_eur: money('Fees included.'),
    cost_eur_per_mwh: money('Of the energy bought less sold; null at 0 MWh.').nullable(),
    day_ahead_cost_eur: money('Cost of model 1 on the same days.'),
    saving_eur: money('Cost of model 1 less this one’s.'),
    saving_interval_eur: interval,
    saving_percent: z.number().nullable(),
    against_rule: z
      .object({
        rule_cost_eur: money('Cost of model 8, the rule, on the same days.'),
        lead_eur: money('Cost of model 8 less this one’s.'),
        lead_interval_eur: interval,
        verdict: z.enum(RULE_VERDICTS).nullable().meta({
          description:
            'What follows with 95 % certainty: the interval of the lead is above 0, below, or neither; few_days: `days` are fewer than 60, too few to tell. Null in a result of an earlier release.',
        }),
      })
      .nullable()
      .meta({ description: 'Null for the rule itself, and in a result of an earlier release.' }),
    worst_decile_day: z
      .object({
        date,
        saving_eur: money('Of that day.'),
        saving_eur_per_mw: money('Per MW of the day’s mean power.'),
      })
      .meta({
        description:
          'The day at the 10 % quantile of the saving of a day per MW of its mean power, by nearest rank.',
      }),
    worst_tenth_mean_eur_per_mw: money('Mean of the worst tenth of the days, per MW and day.'),
    drawdown: z
      .object({ loss_eur: money('What was lost.'), from: date, to: date })
      .nullable()
      .meta({ description: 'The largest fall of the cumulative saving.' }),
    bound_saving_eur: money('The saving that the same limits allow with perfect foresight.'),
    foresight_percent: z
      .number()
      .nullable()
      .meta({ description: 'Saving ÷ that bound, in percent; null where it is 0.' }),
    by_hour: z
      .array(
        z.object({
          hour: z.int(),
          mwh: megawattHours,
          saving_eur: money('Over all days.'),
          saving_eur_per_mwh: money('Null at 0 MWh.').nullable(),
        }),
      )
      .meta({ description: 'By the hour of the Madrid clock, 0 to 23.' }),
  })
  .meta({ id: 'BacktestTotals' });

const Figures = {
  cost_eur: money('Fees included.'),
  saving_eur: money('Cost of model 1 less this one’s.'),
};
const OriginDays = z.array(z.object({ origin: z.enum(PREDICTION_ORIGINS), days: z.int() }));

export const BacktestResult = z
  .object({
    from: date,
    to: date,
    flat: z
      .boolean()
      .meta({ description: 'Whether 1 MW was bought throughout each day, in place of a series.' }),
    fee_eur_per_mwh: z.number(),
    models: z.array(
      z.object({
        idmodel: z.int(),
        name: z.string(),
        totals: Totals.nullable(),
        left_out: z.array(z.object({ reason: z.string(), days: z.int() })),
      }),
    ),
    perfect_foresight: Totals,
    benchmarks: z
      .array(z.object({ name: z.string(), totals: Totals }))
      .meta({ description: 'Constant rules, which use no prediction.' }),
    origins: z.object({ predictions: OriginDays, history: OriginDays }),
    days_by_hour: z.array(date),
    days: z.array(
      z.object({
        date,
        sessions: z.array(session),
        models: z.array(z.object({ idmodel: z.int(), ...Figures })),
        perfect_foresight: z.object(Figures),
        benchmarks: z.array(z.object({ name: z.string(), ...Figures })),
      }),
    ),
    sessions_left_out: z.array(z.object({ session, days: z.int(), dates: z.array(date) })),
    days_left_out: z.array(date).meta({ description: 'Without realised day-ahead prices.' }),
    days_without_items: z.array(date).meta({ description: 'On which the series buys nothing.' }),
  })
  .meta({ id: 'BacktestResult', description: 'What the models would have paid; money in EUR.' });

const day = z.string().meta({ pattern: DAY_PATTERN, examples: ['2026-11-22'] });

export const BacktestRequest = z
  .object({
    from: day,
    to: day.meta({ description: 'Included, before today; 366 days in all at most.' }),
    series: PurchaseSubmission.shape.purchase.nullable().optional().meta({
      description:
        'As in a submission, each item at most 1,000,000,000 MW; left out or null: 1 MW throughout each day.',
    }),
    settings: StrategySettings.nullable().optional().meta({
      description: 'Left out or null: the newest settings of the user and retailer.',
    }),
  })
  .meta({ id: 'BacktestRequest' });

export const BacktestState = z
  .object({
    id: z.uuid(),
    status: z.enum(BACKTEST_STATUSES),
    progress: z.number().meta({ description: 'From 0 to 1.' }),
    settings_version: z.int().nullable().meta({
      description: 'Of the settings that it runs with; null where the request brought its own.',
    }),
    result: BacktestResult.nullable().meta({ description: 'Null until it is completed.' }),
    error: z.string().meta({ description: 'Why it failed; else empty.' }),
  })
  .meta({ id: 'Backtest' });

/** A backtest as the service and the command write it. */
export function backtestJson(result: Backtest): z.infer<typeof BacktestResult> {
  return {
    from: result.from,
    to: result.to,
    flat: result.isFlat,
    fee_eur_per_mwh: result.feePerMegawattHour,
    models: result.models.map(({ idmodel, name, totals, leftOut }) => ({
      idmodel,
      name,
      totals: totals && totalsJson(totals),
      left_out: [...leftOut],
    })),
    perfect_foresight: totalsJson(result.foresight),
    benchmarks: Object.entries(result.benchmarks).map(([name, totals]) => {
      return { name, totals: totalsJson(totals) };
    }),
    origins: {
      predictions: [...result.origins.predictions],
      history: [...result.origins.history],
    },
    days_by_hour: [...result.datesByHour],
    days: result.days.map(({ date: day, sessions, models, foresight, benchmarks }) => ({
      date: day,
      sessions: [...sessions],
      models: models.map((model) => ({ idmodel: model.idmodel, ...figuresJson(model) })),
      perfect_foresight: figuresJson(foresight),
      benchmarks: Object.entries(benchmarks).map(([name, figures]) => {
        return { name, ...figuresJson(figures) };
      }),
    })),
    sessions_left_out: result.sessionsLeftOut.map(({ session: left, dates }) => ({
      session: left,
      days: dates.length,
      dates,
    })),
    days_left_out: [...result.daysLeftOut],
    days_without_items: [...result.daysWithoutItems],
  };
}

function totalsJson(totals: BacktestTotals): z.infer<typeof Totals> {
  const { worstDecile, drawdown, savingInterval } = totals;
  return {
    days: totals.days,
    mwh: totals.megawattHours,
    cost_eur: moneyText(totals.cost),
    cost_eur_per_mwh: moneyOrNull(totals.costPerMegawattHour),
    day_ahead_cost_eur: moneyText(totals.dayAheadCost),
    saving_eur: moneyText(totals.saving),
    saving_interval_eur: savingInterval?.map(moneyText) ?? null,
    saving_percent: totals.savingPercent,
    against_rule: againstRuleJson(totals.againstRule),
    worst_decile_day: {
      date: worstDecile.date,
      saving_eur: moneyText(worstDecile.saving),
      saving_eur_per_mw: moneyText(worstDecile.perMegawatt),
    },
    worst_tenth_mean_eur_per_mw: moneyText(worstDecile.meanPerMegawatt),
    drawdown: drawdown && {
      loss_eur: moneyText(drawdown.loss),
      from: drawdown.from,
      to: drawdown.to,
    },
    bound_saving_eur: moneyText(totals.boundSaving),
    foresight_percent: totals.foresightPercent,
    by_hour: totals.byHour.map((each) => ({
      hour: each.hour,
      mwh: each.megawattHours,
      saving_eur: moneyText(each.saving),
      saving_eur_per_mwh: moneyOrNull(each.savingPerMegawattHour),
    })),
  };
}

function againstRuleJson(
  againstRule: BacktestTotals['againstRule'],
): z.infer<typeof Totals>['against_rule'] {
  return againstRule
    ? {
        rule_cost_eur: moneyText(againstRule.cost),
        lead_eur: moneyText(againstRule.lead),
        lead_interval_eur: againstRule.leadInterval?.map(moneyText) ?? null,
        verdict: againstRule.verdict,
      }
    : null;
}

function figuresJson({ cost, saving }: DayFigures): { cost_eur: string; saving_eur: string } {
  return { cost_eur: moneyText(cost), saving_eur: moneyText(saving) };
}

/** @param euros rounded to cents. */
function moneyText(euros: number): string {
  return euros.toFixed(2);
}

function moneyOrNull(euros: number | null): string | null {
  return euros === null ? null : moneyText(euros);
}
