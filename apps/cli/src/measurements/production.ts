import type { Command } from 'commander';
import { addAction } from '../run.ts';
import { addMeasurementOptions, importMeasurements, type MeasurementOptions } from './import.ts';

interface ProductionOptions extends MeasurementOptions {
  readonly plant?: string;
}

export function addCommands(production: Command): void {
  const command = production
    .command('import <customer> <file>')
    .description(
      'record the measured production of plants from CSV of any spreadsheet or .xlsx, as an upload does',
    )
    .option('--plant <name>', 'the plant, where the file names none');
  addMeasurementOptions(command).option(
    '--force',
    'record values above 1.2 times what is installed, and below -5 % of it',
  );
  addAction<ProductionOptions>(
    command,
    (context, [customer = '', path = ''], { plant: name, ...options }) => {
      const file = { customer, path, target: { kind: 'production' }, name } as const;
      return importMeasurements(context, file, options);
    },
  );
}
