import {
  MARKETS,
  type Market,
  PREDICTION_ORIGINS,
  type PredictionOrigin,
  QUANTILES,
  requireMarket,
} from '@solano/domain/market';
import {
  evaluatePredictions,
  type PredictionEvaluation,
  REFERENCES,
  type Significance,
  significance,
} from '@solano/domain/market/evaluation';
import { type Command, Option } from 'commander';
import { requireWritable, writeOutput } from '../output.ts';
import { addAction, UsageError } from '../run.ts';
import { evaluationText } from './evaluation-text.ts';

const DAY_AHEAD = MARKETS[0] as Market;

interface EvaluateOptions {
  readonly from: string;
  readonly to: string;
  readonly origin?: PredictionOrigin;
  readonly spread?: string;
  readonly plot?: string;
}

export function addEvaluatePredictionsCommand(prices: Command): void {
  const command = prices
    .command('evaluate <region> <market>')
    .description('errors of the stored predictions of past days')
    .requiredOption('--from <day>', 'first day of delivery, YYYY-MM-DD')
    .requiredOption('--to <day>', 'last day of delivery')
    .addOption(
      new Option('--origin <origin>', 'only predictions of this origin').choices(
        PREDICTION_ORIGINS,
      ),
    )
    .option(
      '--spread <market>',
      'score the difference of the two markets in place of a price; one of them is the day-ahead market',
    )
    .option('--plot <file.svg>', 'draw the error over time and by hour, and the calibration');
  addAction<EvaluateOptions>(
    command,
    async ({ open, progress }, [region = '', name = ''], options) => {
      const { from, to, origin, plot } = options;
      const { market, spread } = scoredOf(region, name, options.spread);
      if (plot !== undefined) await requireWritable(plot);
      await using opened = await open();
      const query = { market, from, to, origin, spread };
      const evaluation = await evaluatePredictions(opened.prices, query, {
        onDay: (date) => progress.on(`scoring ${date}`),
      });
      const certainty = significance(evaluation.scores);
      const what = `${market}${spread ? ` less ${DAY_AHEAD}` : ''}`;
      const title = `${what}, ${from} to ${to}${origin ? `, ${origin} predictions` : ''}`;
      if (plot !== undefined) await draw(plot, title, evaluation);
      const scope = { region, market, spread_over: spread ? DAY_AHEAD : null, from, to };
      return {
        json: { ...scope, origin: origin ?? null, ...documentOf(evaluation, certainty) },
        text: evaluationText(title, evaluation, certainty),
      };
    },
  );
}

/** Returns the market of a spread that is not the day-ahead market, whichever was named first. */
function scoredOf(
  region: string,
  name: string,
  other: string | undefined,
): { market: Market; spread: boolean } {
  const market = requireMarket(region, name);
  if (other === undefined) return { market, spread: false };
  const [spread, ...more] = [market, requireMarket(region, other)].filter((each) => {
    return each !== DAY_AHEAD;
  });
  if (spread !== undefined && more.length === 0) return { market: spread, spread: true };
  throw new UsageError(`--spread needs ${DAY_AHEAD} and one other market.`);
}

async function draw(path: string, title: string, evaluation: PredictionEvaluation): Promise<void> {
  // The module is loaded only if a plot is requested.
  const { evaluationPlot } = await import('./evaluation-plot.ts');
  await writeOutput(path, evaluationPlot(title, evaluation));
}

function documentOf(evaluation: PredictionEvaluation, certainty: Significance) {
  return {
    days: evaluation.days,
    days_left_out: evaluation.daysLeftOut.map(({ date, reason }) => ({ day: date, reason })),
    origins: Object.fromEntries(evaluation.origins),
    mae: evaluation.mae,
    mae_interval: certainty.mae,
    rmse: evaluation.rmse,
    bias: evaluation.bias,
    rmae_persistence: evaluation.rmae.persistence,
    rmae_weekly: evaluation.rmae.weekly,
    references: Object.fromEntries(
      REFERENCES.map((name) => {
        const { interval, test } = certainty.references[name];
        return [name, { rmae: evaluation.rmae[name], interval, diebold_mariano: test }];
      }),
    ),
    pinball: evaluation.pinball,
    coverage: evaluation.coverage,
    width: evaluation.width,
    calibration: evaluation.calibration.map((share, i) => ({ quantile: QUANTILES[i], share })),
    by_hour: evaluation.byHour.map((mae, hour) => ({ hour, mae })),
    by_weekday: evaluation.byWeekday.map((mae, i) => ({ weekday: i + 1, mae })),
    by_lead_days: evaluation.leads.map(({ leadDays, days, mae }) => {
      return { lead_days: leadDays, days, mae };
    }),
  };
}
