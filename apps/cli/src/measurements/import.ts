import { hash } from 'node:crypto';
import { basename } from 'node:path';
import {
  type MeasurementFileOptions,
  type MeasurementFileReader,
  type MeasurementTarget,
  uploadMeasurements,
} from '@solano/domain/energy';
import { curveHeader, MEASUREMENT_COLUMNS, readMeasurements } from '@solano/domain/energy/files';
import { DATE_ORDERS, problemText, rejectRows, zoneOf } from '@solano/domain/kernel';
import { requireCustomer } from '@solano/domain/service';
import { openObjects } from '@solano/runtime';
import { measurementReadingJson, warningsJson } from '@solano/schemas';
import { readTable } from '@solano/spreadsheet';
import { type Command, Option } from 'commander';
import { counted } from '../format.ts';
import { readInput } from '../input.ts';
import { decimalOption, labelsOption } from '../options.ts';
import { readingText } from '../reading-text.ts';
import type { Context, Outcome } from '../run.ts';

/** What the operator says of a file of measured energy. */
export interface MeasurementOptions extends Omit<MeasurementFileOptions, 'name' | 'assumed'> {
  readonly dryRun?: boolean;
}

/** Adds what can be said of a file of measured energy. */
export function addMeasurementOptions(command: Command): Command {
  return command
    .addOption(labelsOption())
    .addOption(
      new Option('--unit <unit>', 'of the values, where the header says none').choices([
        'MW',
        'kW',
        'MWh',
        'kWh',
      ]),
    )
    .option('--zone <zone>', 'time zone of times without an offset, where the header says none')
    .addOption(
      new Option(
        '--date-form <order>',
        'the order of day and month, where no row proves it',
      ).choices(DATE_ORDERS),
    )
    .addOption(decimalOption())
    .option('--dry-run', 'show how the file is read and what is wrong; store nothing');
}

/** A file of a customer, and what it is of. */
interface MeasurementFile {
  readonly customer: string;
  readonly path: string;
  readonly target: MeasurementTarget;
  /** The plant or the group where the file names none. */
  readonly name: string | undefined;
}

/** Records a file of measured energy as an upload does. */
export async function importMeasurements(
  { config, open, progress }: Context,
  { customer: customerName, path, target, name }: MeasurementFile,
  { dryRun: isDryRun = false, zone, labels, unit, dateForm, decimal, force }: MeasurementOptions,
): Promise<Outcome> {
  progress.on(`reading ${path}`);
  const content = await readInput(path, config.maxSeriesBytes);
  const said = {
    unit,
    dateForm,
    decimal,
    force,
    name,
    // As where an upload leaves it out.
    labels: labels === 'end' ? undefined : labels,
    zone: zone === undefined ? undefined : zoneOf(zone).name,
  };
  const file = { name: basename(path), content, digest: hash('sha256', content), isDryRun };
  await using opened = await open();
  const customer = await requireCustomer(opened.customers, customerName);
  await using objects = await openObjects(config);
  const readFile: MeasurementFileReader['readFile'] = async (bytes, owners, ...rest) => {
    const headerOf = (row: readonly string[]) => curveHeader(owners.kind, row);
    return readMeasurements(readTable(bytes, MEASUREMENT_COLUMNS, headerOf), owners, ...rest);
  };
  const deps = { ...opened, objects, readFile };
  const sent = { ...file, options: said };
  const { source } = opened;
  const outcome = await uploadMeasurements(deps, { source, customer, target, file: sent });
  if (outcome.kind === 'read') {
    const { reading } = outcome;
    if (!isDryRun) return rejectRows(reading.problems.map(problemText));
    const values = reading.series.flatMap(({ runs }) => runs.map(({ microMw }) => microMw.length));
    const count = values.reduce((sum, each) => sum + each, 0);
    const summary = `${counted(count, 'value')} in ${counted(reading.total, 'row')}; nothing was stored.`;
    const text = [readingText(reading, summary), ...reading.warnings.map((each) => each.text)].join(
      '\n',
    );
    return { json: measurementReadingJson(reading), text };
  }
  const { id, rows, series, from, to } = outcome.upload;
  const json = { id, rows, series, from, to };
  if (outcome.kind === 'repeated') {
    const message = 'This file was uploaded before: nothing was recorded.';
    return { json: { ...json, message }, text: message };
  }
  const { replaced = 0, reading } = outcome;
  const warned = warningsJson(reading.warnings);
  const stored = `${customer.name}: ${counted(rows, 'value')} recorded, ${replaced} of them in the place of others.`;
  return { json: { ...json, replaced, ...warned }, text: [stored, ...warned.warnings].join('\n') };
}
