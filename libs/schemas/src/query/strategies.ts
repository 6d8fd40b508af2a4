import { z } from 'zod';
import { id, MAX_COUNT, not, RETAILER, requiredText, USER, wholeNumber } from './values.ts';

/** Path of a backtest, whose result is read without the retailer. */
export const BacktestPath = z.object({
  user: requiredText('parameter: user').meta(USER),
  id: id('Of the backtest.'),
});

export const StrategyPath = z.object({ user: requiredText('parameter: user').meta(USER) });

/** The message names the parameter as the contract does. */
export const StrategiesQuery = z.object({
  idretailer: requiredText('parameter: retailer_id').meta(RETAILER),
});

export const SettingsQuery = StrategiesQuery.extend({
  version: wholeNumber(
    { min: 0, max: MAX_COUNT },
    (text) => `Parameter 'version' must be a whole number, 0 or more, ${not(text)}`,
  )
    .optional()
    .meta({ description: 'An earlier version, 0 being the defaults; left out: the newest.' }),
});
