import { plantNotFound } from '@solano/domain/assets';
import { plantSettings, setPlantSettings } from '@solano/domain/energy';
import { requireCustomer } from '@solano/domain/service';
import type { Command } from 'commander';
import {
  addMeasurementOptions,
  importMeasurements,
  type MeasurementOptions,
} from '../measurements/import.ts';
import { KNOWN_AFTER, plantOutcome, readKnownAfter } from '../measurements/settings.ts';
import { addAction } from '../run.ts';

interface ProductionOptions extends MeasurementOptions {
  readonly plant?: string;
}

export function addCommands(production: Command): void {
  addImport(production);
  addSettings(production);
}

function addImport(production: Command): void {
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

interface SettingsOptions {
  readonly knownAfter?: string;
}

function addSettings(production: Command): void {
  const command = production
    .command('settings <customer> <plant>')
    .description('show when the measurements of a plant count as known, or set it')
    .option('--known-after <duration>', KNOWN_AFTER);
  addAction<SettingsOptions>(
    command,
    async ({ open }, [customerName = '', plantName = ''], { knownAfter }) => {
      const minutes = knownAfter === undefined ? undefined : readKnownAfter(knownAfter);
      await using opened = await open();
      const { id } = await requireCustomer(opened.customers, customerName);
      const plant = (await opened.plants.byName(id, plantName)) ?? plantNotFound();
      if (minutes === undefined) return plantOutcome(await plantSettings(opened, id, plant.id));
      const value = { known_after_minutes: minutes };
      return plantOutcome(await setPlantSettings(opened, opened.source, id, plant.id, value));
    },
  );
}
