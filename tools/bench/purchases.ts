// Measures purchases from their submission to `completed`, on a service of its own with either
// workflow engine: node tools/bench/purchases.ts [--engine embedded|temporal|both] [--purchases N]
// [--items N] [--models 1,2,…] [--alone N] [--concurrency N] [--workers N]
import { parseArgs } from 'node:util';
import { type Figures, figuresOf, tableOf } from './figures.ts';
import { allAtOnce, checkOne, chooseModels, oneAtATime, series } from './load.ts';
import { untilInterrupted } from './processes.ts';
import { type Engine, openSite, type Site } from './site.ts';

const interrupted = untilInterrupted();

try {
  const options = readOptions();
  const all: Figures[] = [];
  for (const engine of options.engines) all.push(await measure(engine, options));
  console.log(tableOf(all));
  const isGood = ({ completed, settledTwice }: Figures) =>
    completed === options.purchases && settledTwice === 0;
  if (!all.every(isGood)) throw new Error('not every purchase was completed, and only once');
} catch (error) {
  console.error(`bench: ${(error as Error).message}`);
  process.exitCode = 1;
}

type Options = ReturnType<typeof readOptions>;

async function measure(engine: Engine, options: Options): Promise<Figures> {
  await using site = await openSite(engine, engine === 'temporal' ? options.workers : 0);
  const figures = await Promise.race([run(site, engine, options), site.lost, interrupted]);
  for (const [message, times] of site.warnings) console.error(`${engine}: ${message} (${times}×)`);
  return figures;
}

async function run(site: Site, engine: Engine, options: Options): Promise<Figures> {
  const { purchases: count, concurrency, models } = options;
  const items = series(options.items);
  await chooseModels(site, models);
  await checkOne(site, items, models);
  const alone = await oneAtATime(site, items, options.alone);
  const before = await site.cpuTimes();
  const measured = await allAtOnce(site, items, { count, concurrency });
  return figuresOf({ engine, alone, ...measured, cpu: [before, await site.cpuTimes()] });
}

function readOptions() {
  const text = (value: string) => ({ type: 'string', default: value }) as const;
  const { values } = parseArgs({
    options: {
      engine: text('both'),
      purchases: text('500'),
      /** Of each purchase. */
      items: text('24'),
      /** By idmodel; all others are off. */
      models: text('1,2,3,4,5'),
      /** Purchases that are submitted one after the other, each awaited. */
      alone: text('50'),
      /** Requests at a time. */
      concurrency: text('32'),
      /** Processes that work on what Temporal has. */
      workers: text('2'),
    },
  });
  const number = (name: 'purchases' | 'items' | 'alone' | 'concurrency' | 'workers') => {
    if (/^[1-9]\d*$/.test(values[name])) return Number(values[name]);
    throw new Error(`--${name} is a whole number from 1 on`);
  };
  return {
    engines: enginesOf(values.engine),
    purchases: number('purchases'),
    items: number('items'),
    models: values.models.split(',').map(Number),
    alone: number('alone'),
    concurrency: number('concurrency'),
    workers: number('workers'),
  };
}

function enginesOf(name: string): Engine[] {
  if (name === 'both') return ['embedded', 'temporal'];
  if (name === 'embedded' || name === 'temporal') return [name];
  throw new Error('--engine is one of: embedded, temporal, both');
}
