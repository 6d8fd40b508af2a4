import { importPlantFile } from '@solano/domain/assets';
import { PLANT_COLUMNS, type PlantTable, readPlantTable } from '@solano/domain/assets/files';
import { type DecimalMark, problemText, rejectRows } from '@solano/domain/kernel';
import { requireCustomer } from '@solano/domain/service';
import { PLANT, understoodJson } from '@solano/schemas';
import { readTable } from '@solano/spreadsheet';
import type { Command } from 'commander';
import { readInput } from '../input.ts';
import { decimalOption } from '../options.ts';
import { readingText } from '../reading-text.ts';
import { addAction, type Outcome } from '../run.ts';

/** Maximum rows that a dry run shows. */
const PREVIEW_ROWS = 20;

interface ImportOptions {
  readonly decimal?: DecimalMark;
  readonly dryRun?: boolean;
}

export function addCommands(plant: Command): void {
  const command = plant
    .command('import <customer> <file>')
    .description(
      'add or update plants by name from CSV of any spreadsheet or .xlsx, its columns named in English, Spanish or Portuguese',
    )
    .addOption(decimalOption())
    .option('--dry-run', 'show how the file is read and what is wrong; store nothing');
  addAction<ImportOptions>(
    command,
    async ({ open, progress }, [name = '', file = ''], { decimal, dryRun: isDryRun = false }) => {
      progress.on(`reading ${file}`);
      const content = await readInput(file);
      await using opened = await open();
      const customer = await requireCustomer(opened.customers, name);
      const readFile = (bytes: Uint8Array, known: ReadonlySet<string>) =>
        readPlantTable(readTable(bytes, PLANT_COLUMNS), known, { decimal });
      const sent = { content, isDryRun, options: { decimal } };
      const { reading, imported } = await importPlantFile(
        { ...opened, readFile },
        opened.source,
        customer.id,
        sent,
      );
      if (isDryRun) return understood(reading);
      if (!imported) return rejectRows(reading.problems.map(problemText));
      const { added, updated } = imported;
      const json = { customer: customer.name, added, updated };
      return { json, text: `${customer.name}: ${added} plants added, ${updated} updated.` };
    },
  );
}

/** Returns the result of a dry run, in the form of the API's. */
function understood({ understood: found, plants, total, problems }: PlantTable): Outcome {
  const rows = plants.slice(0, PREVIEW_ROWS).map(({ name, fields, changes }) => {
    const row: Record<string, unknown> = { name, ...(fields ?? changes) };
    return Object.fromEntries(Object.entries(PLANT).map(([key, rule]) => [rule.name, row[key]]));
  });
  const count = `${plants.length} of ${total} rows are good; nothing was stored.`;
  const text = readingText({ understood: found, problems }, count);
  const json = { understood: found && understoodJson(found), rows, total, problems };
  return { json, text };
}
