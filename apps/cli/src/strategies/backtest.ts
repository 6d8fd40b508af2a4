import {
  type Backtest,
  listStrategies,
  readSettings,
  type StrategyOwner,
  type StrategySetting,
  type StrategyStore,
} from '@solano/domain/desk';
import { backtest } from '@solano/domain/desk/split';
import { requireText } from '@solano/domain/kernel';
import { requireCustomer } from '@solano/domain/service';
import { backtestJson } from '@solano/schemas';
import type { Command } from 'commander';
import { readJsonInput } from '../input.ts';
import { requireWritable, writeOutput } from '../output.ts';
import { addAction, UsageError } from '../run.ts';
import { readSeriesInput } from '../series-input.ts';
import { backtestText } from './backtest-text.ts';

interface BacktestOptions {
  readonly from: string;
  readonly to: string;
  readonly series?: string;
  readonly settings?: string;
  readonly settingsVersion?: string;
  readonly plot?: string;
}

export function addBacktestCommand(strategies: Command): void {
  const command = strategies
    .command('backtest <customer> <user> <retailer>')
    .description('what the enabled models would have paid on past days')
    .requiredOption('--from <day>', 'first day of delivery, YYYY-MM-DD')
    .requiredOption('--to <day>', 'last day of delivery, before today')
    .option('--series <file>', 'buy this series (JSON, CSV or .xlsx) instead of 1 MW throughout')
    .option('--settings <file.json>', 'with these settings instead of the newest')
    .option('--settings-version <number>', 'with an earlier version of the settings; 0: defaults')
    .option('--plot <file.svg>', 'draw what each model saved, day by day');
  addAction<BacktestOptions>(
    command,
    async ({ open, config, progress }, [name = '', user = '', retailer = ''], options) => {
      const { from, to, plot } = options;
      if (plot !== undefined) await requireWritable(plot);
      const inputs = await readInputs(options, config.maxPurchaseItems);
      await using opened = await open();
      const customer = await requireCustomer(opened.customers, name);
      const owner = {
        customerId: customer.id,
        user: requireText(user, 'argument: user'),
        retailer: requireText(retailer, 'argument: retailer'),
      };
      const settings = inputs.settings ?? (await settingsOf(opened, owner, options));
      const task = { customerId: customer.id, from, to, settings, series: inputs.series };
      const result = await backtest(opened, task, (date, index, count) => {
        progress.on(`testing ${date} (${index} of ${count})`);
      });
      const title = `${customer.name}, ${user}, ${retailer}`;
      if (plot !== undefined) await draw(plot, title, result);
      return {
        json: { customer: customer.name, user, retailer, ...backtestJson(result) },
        text: backtestText(title, result),
      };
    },
  );
}

/** Reads the series and the settings from files, if any are named. */
async function readInputs(
  { series, settings, settingsVersion }: BacktestOptions,
  maxItems: number,
) {
  if (settings !== undefined && settingsVersion !== undefined) {
    throw new UsageError('--settings and --settings-version exclude each other');
  }
  return {
    series: series === undefined ? undefined : await readSeriesInput(series, maxItems),
    settings: settings === undefined ? undefined : readSettings(await readJsonInput(settings)),
  };
}

async function settingsOf(
  { strategies }: { readonly strategies: StrategyStore },
  owner: StrategyOwner,
  { settingsVersion: version }: BacktestOptions,
): Promise<readonly StrategySetting[]> {
  if (version !== undefined && !/^\d{1,9}$/.test(version)) {
    throw new UsageError(`--settings-version must be a whole number, not "${version}"`);
  }
  const requested = version === undefined ? undefined : Number(version);
  return (await listStrategies(strategies, owner, requested)).models;
}

async function draw(path: string, title: string, result: Backtest): Promise<void> {
  // The module is loaded only if a plot is requested.
  const { plotOf } = await import('./backtest-plot.ts');
  await writeOutput(path, plotOf(title, result));
}
