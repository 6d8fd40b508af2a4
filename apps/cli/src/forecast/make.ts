import { availableParallelism } from 'node:os';
import type { Plant } from '@solano/domain/assets';
import type { ForecastSummary, ForecastTask, HindcastInstants } from '@solano/domain/forecasting';
import { duePlants, plantsOf, publishForecasts } from '@solano/domain/forecasting/jobs';
import { dateAfter, dateAt, requireDate, requireDayOrder } from '@solano/domain/kernel';
import { type Customer, requireCustomer } from '@solano/domain/service';
import { openObjects } from '@solano/runtime';
import { ThreadForecasts } from '@solano/runtime/forecasts';
import { type Command, Option } from 'commander';
import type { Opened } from '../compose.ts';
import { counted } from '../format.ts';
import type { Progress } from '../progress.ts';
import { addAction, type Outcome, SILENT, UsageError } from '../run.ts';
import { aligned } from '../table.ts';

interface MakeOptions {
  readonly plant?: string;
  readonly since?: string;
  readonly until?: string;
  readonly at?: HindcastInstants;
}

export function addMakeCommand(forecast: Command): void {
  const command = forecast
    .command('make <customer>')
    .description(
      'make the service’s own forecasts of plants now, or with --since those of past days by what was known then',
    )
    .option('--plant <plant>', 'of this plant only')
    .option('--since <day>', 'hindcasts: the first day, YYYY-MM-DD')
    .option('--until <day>', 'with --since: the last day; yesterday where it is left out')
    .addOption(
      new Option(
        '--at <instant>',
        'with --since: 09:00: one forecast a day, as known at 09:00 Madrid of the day before; run: one for each weather run issued in those days',
      ).choices(['09:00', 'run']),
    );
  addAction<MakeOptions>(command, async ({ config, open, progress }, [name = ''], options) => {
    const { plant, at } = options;
    const days = hindcastDays(options);
    await using opened = await open();
    const customer = await requireCustomer(opened.customers, name);
    const plants = await wantedPlants(opened, customer, plant);
    // A database connection each, and a part of the processors.
    await using forecasts = new ThreadForecasts(opened.databaseUrl, availableParallelism());
    if (days) {
      const instants = at ?? '09:00';
      const tasks = plants.map((each) => {
        const task = { kind: 'hindcast', plantId: each.id, days, instants } as const;
        return { plant: each, task: { ...task, customerId: customer.id } };
      });
      return hindcastsText(customer, await runAll(forecasts, tasks, progress));
    }
    const due = (await duePlants(opened, customer)).filter(({ id }) =>
      plants.some((each) => each.id === id),
    );
    const learning = due.map((each) => {
      const task = { kind: 'learn', customerId: customer.id, plantId: each.id } as const;
      return { plant: each, task };
    });
    await runAll(forecasts, learning, progress);
    progress.on('making forecasts');
    const plantIds = plants.map(({ id }) => id);
    const now = new Date();
    const task = { kind: 'make', customerId: customer.id, plantIds, at: now } as const;
    const { made } = await forecasts.run(task);
    await using objects = await openObjects(config);
    await publishForecasts({ ...opened, objects, log: SILENT }, customer, plants);
    return madeText(customer, plants, made);
  });
}

/** The days of hindcasts; undefined where none are asked for. */
function hindcastDays({ since, until, at }: MakeOptions) {
  if (since === undefined) {
    if (until !== undefined) throw new UsageError('--until needs --since.');
    if (at !== undefined) throw new UsageError('--at needs --since.');
    return undefined;
  }
  const to = until ?? dateAfter(dateAt(Date.now()), -1);
  for (const day of [since, to]) requireDate(day);
  requireDayOrder(since, to);
  return { from: since, to };
}

async function wantedPlants(
  { plants }: Opened,
  customer: Customer,
  name: string | undefined,
): Promise<Plant[]> {
  if (name !== undefined) {
    const plant = await plants.byName(customer.id, name);
    if (!plant) throw new UsageError(`${customer.name} has no plant ${name}.`);
    return [plant];
  }
  const all = await plantsOf({ plants }, customer.id);
  if (all.length === 0) throw new UsageError(`${customer.name} has no plant.`);
  return all;
}

interface PlantTask<Task extends ForecastTask> {
  readonly plant: Plant;
  readonly task: Task;
}

/** Runs a task for each plant, as many at a time as there are threads, and returns the results in that order. */
function runAll<Task extends ForecastTask>(
  forecasts: ThreadForecasts,
  tasks: readonly PlantTask<Task>[],
  progress: Progress,
) {
  return Promise.all(
    tasks.map(async ({ plant, task }) => {
      const what = task.kind === 'learn' ? 'learning' : 'hindcasts of';
      const result = await forecasts.run(task, (month) => {
        progress.on(`${what} ${plant.name}, ${month}`);
      });
      return { plant, hindcasts: result.hindcasts };
    }),
  );
}

function hindcastsText(customer: Customer, results: Awaited<ReturnType<typeof runAll>>): Outcome {
  const rows = results.map(({ plant, hindcasts }) => {
    const { learned = 0, physical = 0, none = 0 } = hindcasts ?? {};
    return { plant: plant.name, learned, physical, without_weather: none };
  });
  const header = ['plant', 'learned', 'physical', 'without weather'];
  const lines = rows.map((row) =>
    [row.plant, row.learned, row.physical, row.without_weather].map(String),
  );
  const text = [`${customer.name}: hindcasts`, ...aligned([header, ...lines])].join('\n');
  return { json: { customer: customer.name, hindcasts: rows }, text };
}

function madeText(
  customer: Customer,
  plants: readonly Plant[],
  made: readonly ForecastSummary[],
): Outcome {
  const byPlant = new Map(made.map((each) => [each.plantId, each]));
  const forecasts = plants.flatMap(({ id, name }) => {
    const found = byPlant.get(id);
    if (!found) return [];
    const { method, knownAt, weather, start, end } = found;
    return {
      plant: name,
      method,
      known_at: knownAt,
      weather: weather && { source: weather.source, issued_at: weather.issuedAt },
      from: new Date(start),
      to: new Date(end),
    };
  });
  const without = plants.filter(({ id }) => !byPlant.has(id)).map(({ name }) => name);
  const lines = forecasts.map(({ plant, method, from, to }) => {
    return [plant, method, `${from.toISOString()} to ${to.toISOString()}`];
  });
  const missing =
    without.length > 0 ? [`Without weather, so without a forecast: ${without.join(', ')}.`] : [];
  const title = `${customer.name}: ${counted(forecasts.length, 'forecast')} made.`;
  const text = [title, ...aligned(lines, 3), ...missing].join('\n');
  return { json: { customer: customer.name, forecasts, without }, text };
}
