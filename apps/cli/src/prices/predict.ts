import {
  type BandedPrediction,
  MARKETS,
  type PredictionTrace,
  whyNotPredicted,
} from '@solano/domain/market';
import {
  evaluatePredictor,
  type PredictedPrices,
  type PredictorError,
  predictPrices,
  type StoredPrediction,
} from '@solano/domain/market/collection';
import { type Command, Option } from 'commander';
import { commandEntry } from '../command-entry.ts';
import { counted, spanned } from '../format.ts';
import { addAction, type Outcome, UsageError } from '../run.ts';

const MAX_DAYS = 14;

interface PredictOptions {
  readonly days: string;
  readonly evaluate?: boolean;
  readonly since?: string;
  readonly until?: string;
  readonly allowStale?: boolean;
}

export function addPredictCommand(prices: Command): void {
  const command = prices
    .command('predict')
    .description(
      'predict the prices of the markets from realised prices, today being the first day; a market with fewer than 28 realised days among the last 60 is left out',
    )
    .option('--days <number>', `how many days are predicted, 1 to ${MAX_DAYS}`, '7')
    .option(
      '--since <day>',
      'hindcast too: predict each day from YYYY-MM-DD to yesterday as of 09:00 the day before, from what was known then; what was really predicted before its gate closed stays as it is',
    )
    .option('--until <day>', 'with --since: hindcast up to this day only, and predict nothing else')
    .option(
      '--allow-stale',
      'predict also from day-ahead prices that end more than 3 days before the first day predicted',
    )
    .addOption(
      new Option(
        '--evaluate',
        'store nothing; show the errors of predictions made at 09:00 the day before, over the last 30 days of the day-ahead market, beside the last known day repeated (persistence)',
      ).conflicts(['days', 'since', 'until', 'allowStale']),
    );
  addAction<PredictOptions>(command, async ({ open, progress }, _args, options) => {
    const days = readDays(options.days);
    await using opened = await open();
    progress.on('predicting prices');
    if (options.evaluate) return errorsText(await evaluatePredictor(opened));
    const { since, until, allowStale } = options;
    if (until !== undefined && since === undefined) throw new UsageError('--until needs --since.');
    const entryOf = ({ market, generatedAt }: BandedPrediction) =>
      commandEntry('prices.predict', `${market} ${generatedAt.toISOString()}`);
    const predicted = await predictPrices(opened, { days, since, until, allowStale, entryOf });
    const { newestDay, stored, staleDays } = predicted;
    if (staleDays.length > 0) process.stderr.write(staleLine(staleDays));
    for (const line of shortLines(predicted)) process.stderr.write(`${line}\n`);
    const { json, text } = storedOutcome(stored, options);
    return { json, text: `From day-ahead prices up to ${newestDay}.\n${text}` };
  });
}

function readDays(text: string): number {
  const days = Number(text);
  if (/^\d+$/.test(text) && days >= 1 && days <= MAX_DAYS) return days;
  throw new UsageError(
    `"${text}" is no number of days: write a whole number from 1 to ${MAX_DAYS}.`,
  );
}

/** The warning is on standard error, so that it is seen beside `--json` too. */
function staleLine(days: readonly string[]): string {
  return `Not hindcast, as the day-ahead prices known then ended more than 3 days before (--allow-stale): ${spanned(days)}.\n`;
}

/** Names the markets that were left out for want of data. */
function shortLines({ notPredicted, shortDays }: PredictedPrices): string[] {
  const hindcasts = [...shortDays].map(([market, days]) => {
    return `Not hindcast for ${market}, as too few days had realised prices then: ${spanned(days)}.`;
  });
  return [...hindcasts, ...notPredicted.map(whyNotPredicted)];
}

function storedOutcome(
  stored: readonly StoredPrediction[],
  { since, until }: PredictOptions,
): Outcome {
  const json = stored.map(({ market, generatedAt, origin, inputsUntil, rows, trace }) => {
    const prediction = {
      market,
      generated_at: generatedAt,
      origin,
      inputs_until: inputsUntil,
      rows,
    };
    return { ...prediction, trace: trace ?? null };
  });
  const lines = MARKETS.map((market) => {
    const own = stored.filter((prediction) => prediction.market === market);
    const hindcasts = hindcastsText(own.filter(({ origin }) => origin === 'hindcast'));
    if (until !== undefined) return `Stored ${hindcasts} for ${market}.`;
    const prices = counted(own.at(-1)?.rows ?? 0, 'predicted price');
    return `Stored ${prices} for ${market}${since === undefined ? '' : `, and ${hindcasts}`}.`;
  });
  const leading = leadingText(stored.at(-1)?.trace);
  return { json, text: [...lines, ...leading].join('\n') };
}

/** Returns the inputs of the newest prediction, and its members. */
function leadingText(trace: PredictionTrace | undefined): string[] {
  if (!trace) return [];
  const shares = trace.members.map(({ name, weight }) => `${name} ${percent(weight)}`);
  const until = trace.fits[0] ? `, fitted up to ${trace.fits[0].until}` : '';
  return [`Members by weight: ${shares.join(', ')}; from ${trace.inputs.join(', ')}${until}.`];
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function hindcastsText(hindcasts: readonly StoredPrediction[]): string {
  const [first] = hindcasts;
  if (!first) return 'no hindcasts';
  return `hindcasts of ${counted(hindcasts.length, 'day')} from ${first.firstDay} on`;
}

function errorsText(errors: readonly PredictorError[]): Outcome {
  const json = errors.map(({ market, dates, mae, maePersistence }) => {
    return {
      market,
      days: dates.length,
      dates,
      mae: cents(mae),
      mae_persistence: cents(maePersistence),
    };
  });
  return { json, text: errors.map(lineOf).join('\n') };
}

function lineOf({ market, dates, mae, maePersistence }: PredictorError): string {
  if (mae === null || maePersistence === null) {
    return `${market}: not enough realised prices.`;
  }
  const ratio = maePersistence === 0 ? '' : `, ratio ${(mae / maePersistence).toFixed(2)}`;
  const errors = `${mae.toFixed(2)} EUR/MWh, persistence ${maePersistence.toFixed(2)}`;
  return `${market}: mean absolute error ${errors}${ratio}, over ${spanned(dates)}.`;
}

/** Formats EUR/MWh with two decimals. */
function cents(price: number | null): number | null {
  return price === null ? null : Math.round(price * 100) / 100;
}
