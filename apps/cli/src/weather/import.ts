import { parseTable } from '@solano/csv';
import { plantNotFound } from '@solano/domain/assets';
import { gridPlace, plantPlace, type WeatherPlace } from '@solano/domain/forecasting';
import { type ImportedWeather, importWeather } from '@solano/domain/forecasting/files';
import { requireCustomer } from '@solano/domain/service';
import type { Command } from 'commander';
import { commandEntry } from '../command-entry.ts';
import type { Opened } from '../compose.ts';
import { counted } from '../format.ts';
import { readTextInput } from '../input.ts';
import { readCoordinates } from '../options.ts';
import { addAction, type Outcome, UsageError } from '../run.ts';
import { instantText } from './instant-text.ts';

interface ImportOptions {
  readonly plant?: string;
  readonly place?: string;
}

/** Where the weather of a file is, as the operator sees it. */
interface Target {
  readonly place: WeatherPlace;
  readonly name: string;
  readonly customerId: string | null;
}

export function addImportCommand(weather: Command): void {
  const command = weather
    .command('import <file>')
    .description(
      'record forecasts of the weather from a CSV file, plain or gzip: issued_at, valid_at (end of the hour), known_at where a run was known later, and a column for each field, such as wind_speed_100m',
    )
    .option('--plant <customer/plant>', 'the plant that the weather is of')
    .option(
      '--place <lat,lon>',
      'the place in decimal degrees, for all plants and portfolios within the same 0.05°',
    );
  addAction<ImportOptions>(command, async ({ open, progress }, [file = ''], options) => {
    const find = targetOf(options);
    progress.on(`reading ${file}`);
    const table = parseTable(await readTextInput(file));
    await using opened = await open();
    const target = await find(opened);
    progress.on('recording the weather');
    const { customerId } = target;
    const subject = customerId === null ? target.place : target.name;
    const entry = { ...commandEntry('weather.import', subject), customerId };
    return outcomeOf(target, await importWeather(opened, target.place, table, entry));
  });
}

function targetOf({ plant, place }: ImportOptions): (opened: Opened) => Promise<Target> {
  if ((plant === undefined) === (place === undefined)) {
    throw new UsageError('Say either --plant <customer>/<plant> or --place <lat>,<lon>.');
  }
  return plant === undefined ? gridTarget(place as string) : plantTarget(plant);
}

function plantTarget(text: string): (opened: Opened) => Promise<Target> {
  const slash = text.indexOf('/');
  if (slash <= 0 || slash === text.length - 1) {
    throw new UsageError(`--plant ${text}: not of the form <customer>/<plant>`);
  }
  return async ({ customers, plants }) => {
    const customer = await requireCustomer(customers, text.slice(0, slash));
    const plant = (await plants.byName(customer.id, text.slice(slash + 1))) ?? plantNotFound();
    return { place: plantPlace(plant.id), name: plant.name, customerId: customer.id };
  };
}

function gridTarget(text: string): () => Promise<Target> {
  const place = gridPlace(readCoordinates(text));
  return async () => ({ place, name: place, customerId: null });
}

function outcomeOf({ place, name, customerId }: Target, imported: ImportedWeather): Outcome {
  const { rows, runs, recorded, changed, fields } = imported;
  const [first, last] = [instantText(imported.firstIssuedAt), instantText(imported.lastIssuedAt)];
  const where = customerId === null ? { place } : { plant: name };
  const json = { ...where, rows, runs, recorded, changed, fields };
  const texts = [
    `${name}: ${counted(recorded, 'run')} recorded of ${counted(runs, 'run')} in ${counted(rows, 'row')}, issued from ${first} to ${last}, with ${fields.join(', ')}.`,
  ];
  if (recorded < runs) texts.push(`${counted(runs - recorded, 'run')} had been recorded already.`);
  if (changed > 0) {
    texts.push(`${counted(changed, 'run')} said otherwise than before: known from now on.`);
  }
  return {
    json: { ...json, first_issued_at: first, last_issued_at: last },
    text: texts.join('\n'),
  };
}
