import {
  allPlantScores,
  type PendingScore,
  plantScore,
  type Score,
} from '@solano/domain/forecasting';
import { scoreForecasts } from '@solano/domain/forecasting/models';
import { requireCustomer } from '@solano/domain/service';
import { openObjects } from '@solano/runtime';
import { runsOfFile } from '@solano/runtime/forecast-file';
import { PlantScoreQuery } from '@solano/schemas';
import { plantScoreJson } from '@solano/schemas/scores';
import { type Command, Option } from 'commander';
import { requireWritable, writeOutput } from '../output.ts';
import { addAction, UsageError } from '../run.ts';
import { forecastScoreText } from './score-text.ts';

interface EvaluateOptions {
  readonly plant?: string;
  readonly from: string;
  readonly to: string;
  readonly lead: string;
  readonly plot?: string;
}

export function addEvaluateForecastsCommand(forecast: Command): void {
  const command = forecast
    .command('evaluate <customer>')
    .description(
      'errors of the forecasts of plants, delivered and of the service’s own, as they were known',
    )
    .requiredOption('--from <day>', 'first day, YYYY-MM-DD')
    .requiredOption('--to <day>', 'last day; 31 days at most without --plant, 400 with it')
    .option('--plant <plant>', 'of this plant only')
    .addOption(
      new Option(
        '--lead <lead>',
        'which forecast of a period: day_ahead, run, or the newest known so many hours before it',
      ).default('day_ahead'),
    )
    .option('--plot <file.svg>', 'draw the errors by hour and by lead');
  addAction<EvaluateOptions>(command, async ({ config, open, progress }, [name = ''], options) => {
    const { plant: plantName, plot } = options;
    const query = readQuery(options);
    if (plot !== undefined) await requireWritable(plot);
    await using opened = await open();
    const customer = await requireCustomer(opened.customers, name);
    await using objects = await openObjects(config);
    const readForecastRuns = async (_: string, content: Uint8Array) => runsOfFile(content);
    const deps = { ...opened, objects, readForecastRuns };
    let pending: readonly PendingScore[];
    if (plantName === undefined) pending = await allPlantScores(deps, customer, query);
    else {
      const plant = await opened.plants.byName(customer.id, plantName);
      if (!plant) throw new UsageError(`${customer.name} has no plant ${plantName}.`);
      pending = [await plantScore(deps, customer, plant.id, query)];
    }
    const scores: { readonly plant: string; readonly score: Score }[] = [];
    for (const each of pending) {
      progress.on(`scoring ${each.plant.name}`);
      scores.push({ plant: each.plant.name, score: scoreForecasts(await each.load()) });
    }
    const title = `${customer.name}, ${options.from} to ${options.to}, ${options.lead}`;
    if (plot !== undefined) {
      // The module is loaded only if a plot is requested.
      const { scorePlot } = await import('./score-plot.ts');
      await writeOutput(plot, scorePlot(title, scores));
    }
    const { from, to, lead } = options;
    return {
      json: {
        customer: customer.name,
        from,
        to,
        lead,
        plants: scores.map(({ plant, score }) => ({ plant, ...plantScoreJson(score) })),
      },
      text: forecastScoreText(title, scores),
    };
  });
}

function readQuery({ from, to, lead }: EvaluateOptions) {
  const read = PlantScoreQuery.safeParse({ from, to, lead });
  if (read.success) return read.data;
  throw new UsageError(read.error.issues.map(({ message }) => message).join('; '));
}
