import { REPORT_RULE } from '@solano/domain/desk';
import { z } from 'zod';
import { Deviation } from '../deviation/deviation.ts';
import { exactEnergy, money } from '../values.ts';

const figures = Deviation.shape.total.extend({
  day_ahead_only_cost: money('Of the bought energy, all of it day-ahead, fees included.'),
  saved_against_day_ahead: money('That cost less `market_cost`.'),
  rule_cost: money(
    'Of the bought energy by the rule, fees included; null: a price is missing.',
  ).nullable(),
  saved_against_rule: money('That cost less `market_cost`; null: a price is missing.').nullable(),
  rule_not_bought_mwh: exactEnergy(
    'MWh that the rule leaves unbought, as sessions were cancelled; three decimals.',
  ),
});
const { causes } = Deviation.shape;

/** Energy, costs, savings and deviation of a portfolio in a month. */
export const MonthReport = Deviation.omit({ total: true, rows: true })
  .extend({
    user: z.string().meta({ examples: ['ana'] }),
    retailer_id: z.string().meta({ examples: ['acme'] }),
    month: z
      .string()
      .meta({ description: 'Of days of delivery in Madrid.', examples: ['2026-10'] }),
    rule: z.literal(REPORT_RULE).meta({ description: 'The constant rule that is compared with.' }),
    total: figures,
    days: z
      .array(figures.extend({ day: z.iso.date(), causes }))
      .meta({ description: 'Days with a compared period.' }),
    hours: z.array(figures.extend({ hour: z.int().min(0).max(23), causes })),
    weekdays: z.array(
      figures.extend({
        weekday: z.int().min(1).max(7).meta({ description: 'Monday is 1.' }),
        causes,
      }),
    ),
  })
  .meta({ id: 'MonthReport' });
