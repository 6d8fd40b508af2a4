import { requireText } from '@solano/domain/kernel';
import type { Command } from 'commander';
import { addAction } from '../run.ts';
import { addMeasurementOptions, importMeasurements, type MeasurementOptions } from './import.ts';

interface ConsumptionOptions extends MeasurementOptions {
  readonly group: string;
}

export function addCommands(consumption: Command): void {
  const command = consumption
    .command('import <customer> <user> <retailer> <file>')
    .description(
      'record the measured consumption of a portfolio from CSV of any spreadsheet or .xlsx, as an upload does',
    )
    .option('--group <name>', 'the group, where the file names none', '');
  addAction<ConsumptionOptions>(
    addMeasurementOptions(command),
    (
      context,
      [customer = '', user = '', retailer = '', path = ''],
      { group: name, ...options },
    ) => {
      const target = {
        kind: 'consumption',
        user: requireText(user, 'argument: user'),
        retailer: requireText(retailer, 'argument: retailer'),
      } as const;
      return importMeasurements(context, { customer, path, target, name }, options);
    },
  );
}
