import { basename } from 'node:path';
import { parseRecords } from '@solano/csv';
import { type ForecastLocation, normalizedRows, putForecast } from '@solano/domain/assets';
import { recordForecasts } from '@solano/domain/forecasting';
import { publishForecasts } from '@solano/domain/forecasting/jobs';
import { type ObjectStore, zoneOf } from '@solano/domain/kernel';
import { type Customer, requireCustomer } from '@solano/domain/service';
import { openObjects } from '@solano/runtime';
import { runsOfFile } from '@solano/runtime/forecast-file';
import { Argument, type Command } from 'commander';
import { commandEntry } from '../command-entry.ts';
import type { Opened } from '../compose.ts';
import { readInput } from '../input.ts';
import { addAction, SILENT, UsageError } from '../run.ts';
import { addEvaluateForecastsCommand } from './evaluate-forecasts.ts';
import { addMakeCommand } from './make.ts';
import { addPublishCommand } from './publish.ts';

interface PutOptions {
  readonly plant?: string;
  readonly type?: string;
}

export function addCommands(forecast: Command): void {
  addPutCommand(forecast);
  addMakeCommand(forecast);
  addPublishCommand(forecast);
  addEvaluateForecastsCommand(forecast);
}

function addPutCommand(forecast: Command): void {
  const put = forecast
    .command('put')
    .description('store a forecast file; one of the same name and day is replaced')
    .argument('<customer>')
    .addArgument(new Argument('<form>').choices(['latest', 'normalized', 'custom']))
    .argument('<file>', 'a CSV file')
    .option('--plant <plant>', 'of a normalized forecast')
    .option('--type <type>', 'of a custom forecast');
  addAction<PutOptions>(
    put,
    async ({ open, config, progress }, [name = '', form = '', file = ''], options) => {
      const location = locationOf(form, options);
      const content = await readInput(file);
      requireForecast(file, content, location);
      await using opened = await open();
      const customer = await requireCustomer(opened.customers, name);
      progress.on('storing the file');
      await using objects = await openObjects(config);
      const deps = { ...opened, objects };
      const beforePut = (key: string) =>
        opened.audit.record([{ ...commandEntry('forecast.put', key), customerId: customer.id }]);
      const delivered = { customer, location, fileName: basename(file), content, beforePut };
      const key = await putForecast(deps, delivered);
      if (location.form === 'normalized') await noteDelivery(deps, customer, location.plant);
      return { json: { customer: customer.name, key }, text: `Stored ${key}.` };
    },
  );
}

/** The service’s own forecast of a plant gives way to a delivered one at once. */
async function noteDelivery(
  opened: Opened & { readonly objects: ObjectStore },
  customer: Customer,
  plantName: string,
): Promise<void> {
  const plant = await opened.plants.byName(customer.id, plantName);
  if (!plant) return;
  const readForecastRuns = async (_: string, bytes: Uint8Array) => runsOfFile(bytes);
  const deps = { ...opened, readForecastRuns, log: SILENT };
  await recordForecasts(deps, customer, plant);
  await publishForecasts(deps, customer, [plant]);
}

function locationOf(form: string, { plant, type }: PutOptions): ForecastLocation {
  if (plant !== undefined && form !== 'normalized') {
    throw new UsageError('--plant is for normalized forecasts only.');
  }
  if (type !== undefined && form !== 'custom') {
    throw new UsageError('--type is for custom forecasts only.');
  }
  if (form === 'normalized') {
    if (plant === undefined || plant === '') throw new UsageError('--plant is required.');
    return { form, plant };
  }
  if (form === 'custom') {
    if (type === undefined || type === '') throw new UsageError('--type is required.');
    return { form, type };
  }
  return { form: 'latest' };
}

/** Rejects a file that the service could not read: customers would get an error. */
function requireForecast(file: string, content: Buffer, { form }: ForecastLocation): void {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    const [header, ...records] = parseRecords(text);
    if (!header) throw new Error('it is empty');
    if (form === 'normalized') normalizedRows('', records, zoneOf('UTC'));
  } catch (error) {
    throw new UsageError(`${file}: no forecast file (${(error as Error).message})`);
  }
}
