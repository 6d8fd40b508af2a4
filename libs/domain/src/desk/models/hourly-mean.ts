import type { Session } from '@solano/domain/market';
import { capParameters, fillAll } from './capped.ts';
import type { StrategyModel } from './model.ts';
import type { StrategySetting } from './parameters.ts';
import { FEE } from './parameters.ts';

const parameters = { fee_eur_per_mwh: FEE, ...capParameters };

/**
 * The rule that models are compared with: μ_s = μ_MD + the mean spread of the session over MD in that
 * hour of the last 56 known days, then as model 3. Its slots have these means.
 */
export const hourlyMean = {
  idmodel: 8,
  name: 'HOURLY_MEAN',
  description:
    'The sessions that were cheapest in that hour of the day over the last 56 known days, each up to its cap.',
  inputs: ['price_predictions', 'mean_spreads'],
  enabledByDefault: false,
  parameters,
  allocate: (slots, { caps_percent: caps }) => fillAll(slots, caps),
} satisfies StrategyModel<typeof parameters>;

/** The caps of the rule in some settings, in percent. */
export function ruleCaps(settings: readonly StrategySetting[]): Readonly<Record<Session, number>> {
  const { idmodel, parameters } = hourlyMean;
  const own = settings.find((each) => each.idmodel === idmodel)?.parameters.caps_percent;
  return (own as Readonly<Record<Session, number>> | undefined) ?? parameters.caps_percent.default;
}
