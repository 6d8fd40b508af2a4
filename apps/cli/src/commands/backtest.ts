import type { Backtest, BacktestTotals, DayFigures } from '@solano/domain';
import { backtest, requireCustomer, requireText } from '@solano/domain';
import type { Command } from 'commander';
import { backtestText } from '../backtest-text.ts';
import { open } from '../compose.ts';
import { requireWritable, writeOutput } from '../output.ts';
import { runs } from '../run.ts';

interface BacktestOptions {
  readonly from: string;
  readonly to: string;
  readonly plot?: string;
}

export function addBacktestCommand(strategies: Command): void {
  const command = strategies
    .command('backtest <customer> <user> <retailer>')
    .description('what the enabled models would have paid for 1 MW throughout past days')
    .requiredOption('--from <day>', 'first day of delivery, YYYY-MM-DD')
    .requiredOption('--to <day>', 'last day of delivery, before today')
    .option('--plot <file.svg>', 'draw what each model saved, day by day');
  runs<BacktestOptions>(
    command,
    async ({ config, progress }, [name = '', user = '', retailer = ''], { from, to, plot }) => {
      if (plot !== undefined) await requireWritable(plot);
      await using opened = await open(config, progress);
      const customer = await requireCustomer(opened.customers, name);
      const owner = {
        customerId: customer.id,
        user: requireText(user, 'argument: user'),
        retailer: requireText(retailer, 'argument: retailer'),
      };
      const result = await backtest(opened, owner, { from, to }, (date, place, count) => {
        progress.on(`testing ${date} (${place} of ${count})`);
      });
      const title = `${customer.name}, ${user}, ${retailer}`;
      if (plot !== undefined) await draw(plot, title, result);
      return {
        json: { customer: customer.name, user, retailer, ...documentOf(result) },
        text: backtestText(title, result),
      };
    },
  );
}

async function draw(path: string, title: string, result: Backtest): Promise<void> {
  // Loaded only where it is asked for: most commands draw nothing.
  const { plotOf } = await import('../backtest-plot.ts');
  await writeOutput(path, plotOf(title, result));
}

function documentOf(result: Backtest) {
  return {
    from: result.from,
    to: result.to,
    fee_eur_per_mwh: result.feePerMegawattHour,
    models: result.models.map(({ idmodel, name, totals, leftOut }) => ({
      idmodel,
      name,
      totals: totals && totalsDocument(totals),
      left_out: leftOut,
    })),
    perfect_foresight: totalsDocument(result.foresight),
    benchmarks: Object.entries(result.benchmarks).map(([name, totals]) => {
      return { name, totals: totalsDocument(totals) };
    }),
    origins: result.origins,
    days_by_hour: result.datesByHour,
    days: result.days.map(({ date, sessions, models, foresight }) => ({
      date,
      sessions,
      models: models.map((model) => ({ idmodel: model.idmodel, ...figuresDocument(model) })),
      perfect_foresight: figuresDocument(foresight),
    })),
    sessions_left_out: result.sessionsLeftOut.map(({ session, dates }) => ({
      session,
      days: dates.length,
      dates,
    })),
    days_left_out: result.daysLeftOut,
  };
}

function totalsDocument(totals: BacktestTotals) {
  const { date, saving } = totals.worstDecile;
  return {
    days: totals.days,
    cost_eur: totals.cost,
    cost_eur_per_mwh: totals.costPerMegawattHour,
    day_ahead_cost_eur: totals.dayAheadCost,
    saving_eur: totals.saving,
    saving_percent: totals.savingPercent,
    worst_decile_day: { date, saving_eur: saving },
    foresight_percent: totals.foresightPercent,
  };
}

function figuresDocument({ cost, saving }: DayFigures) {
  return { cost_eur: cost, saving_eur: saving };
}
