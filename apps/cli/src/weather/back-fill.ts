import { type FetchedRun, gridPlace } from '@solano/domain/forecasting';
import { backFillWeather, customerPlaces } from '@solano/domain/forecasting/jobs';
import { requireCustomer } from '@solano/domain/service';
import { openWeather } from '@solano/runtime/weather';
import type { Command } from 'commander';
import { commandEntry, recordCommand } from '../command-entry.ts';
import type { Opened } from '../compose.ts';
import { addAction, UsageError } from '../run.ts';
import { fetchedJson, fetchedText, requireResponses, requireSources } from './fetch.ts';

interface BackFillOptions {
  readonly plant?: string;
  readonly since?: string;
  readonly until?: string;
}

export function addBackFillCommand(weather: Command): void {
  const command = weather
    .command('backfill')
    .description(
      'ask for past runs at the places of a customer’s plants and portfolios, as they were issued',
    )
    .argument('<customer>')
    .option('--plant <plant>', 'only the place of this one')
    .requiredOption('--since <day>', 'the first day of issue, YYYY-MM-DD')
    .requiredOption('--until <day>', 'the last day');
  addAction<BackFillOptions>(command, async ({ open, config, progress }, [name = ''], options) => {
    requireSources(config);
    const { plant, since = '', until = '' } = options;
    await using opened = await open();
    const places = await placesOf(opened, name, plant);
    const deps = openWeather(config, opened);
    const fetched: FetchedRun[] = [];
    const onProgress = (done: number, total: number, issuedAt: Date) =>
      progress.on(`fetching the run of ${issuedAt.toISOString()} (${done} of ${total})`);
    for (const source of deps.weatherSources) {
      const request = { since, until, places, onProgress };
      fetched.push(...(await backFillWeather(deps, source, request)));
    }
    if (fetched.some(({ stored }) => stored > 0)) {
      const entry = commandEntry('weather.fetch', `${name} ${since} ${until}`);
      await recordCommand(opened.audit, entry);
    }
    requireResponses(fetched);
    return { json: fetched.map(fetchedJson), text: fetchedText(fetched) };
  });
}

/** The places on the grid of a customer's plants and portfolios, or of one plant. */
async function placesOf(opened: Opened, name: string, plantName?: string) {
  const customer = await requireCustomer(opened.customers, name);
  if ((await opened.weatherSwitches.switchedOff()).has(customer.id)) {
    throw new UsageError(
      `${customer.name} switched weather off: solano weather switch ${customer.name} on`,
    );
  }
  if (plantName === undefined) {
    const places = await customerPlaces(opened, customer.id);
    if (places.length > 0) return places;
    throw new UsageError(`${customer.name} has no plants, and no portfolio with a place.`);
  }
  const plant = await opened.plants.byName(customer.id, plantName);
  if (!plant) throw new UsageError(`${customer.name} has no plant ${plantName}.`);
  return [gridPlace(plant)];
}
