import { DECIMAL_MARKS, type DecimalMark, importPlants, requireCustomer } from '@solano/domain';
import { PLANT } from '@solano/schemas';
import type { Command } from 'commander';
import { readInput } from '../input.ts';
import type { PlantFile } from '../plants/plant-file.ts';
import { PLANT_FIELDS, problemLines, readPlantFile, requireGood } from '../plants/plant-file.ts';
import { addAction, type Outcome, UsageError } from '../run.ts';

/** Good rows that a dry run shows. */
const PREVIEW_ROWS = 20;

interface ImportOptions {
  readonly column?: string[];
  readonly decimal?: string;
  readonly dryRun?: boolean;
}

export function addCommands(plant: Command): void {
  const command = plant
    .command('import <customer> <file>')
    .description(
      'add or update plants by name from CSV of any spreadsheet or .xlsx; its columns are named as the fields, or in Spanish',
    )
    .option(
      '--column <field=column...>',
      'read a field from a column of another name, such as name=code',
    )
    .option('--decimal <mark>', 'the decimal mark, "," or ".", where no number proves it')
    .option('--dry-run', 'show how the file is read and what is wrong; store nothing');
  addAction<ImportOptions>(
    command,
    async ({ open, progress }, [name = '', file = ''], { column = [], decimal, dryRun }) => {
      const options = { columns: readMapping(column), decimal: readMark(decimal) };
      progress.on(`reading ${file}`);
      const read = readPlantFile(await readInput(file), options);
      if (dryRun) return understood(read);
      requireGood(read);
      await using opened = await open();
      const customer = await requireCustomer(opened.customers, name);
      progress.on(`storing ${read.plants.length} plants`);
      const { added, updated } = await importPlants(
        opened,
        opened.source,
        customer.id,
        read.plants,
      );
      const json = { customer: customer.name, added, updated };
      return { json, text: `${customer.name}: ${added} plants added, ${updated} updated.` };
    },
  );
}

/** Which column each field is taken from that is not found by its name. */
function readMapping(options: readonly string[]): ReadonlyMap<string, string> {
  const columns = new Map<string, string>();
  for (const option of options) {
    const [field = '', column = ''] = option.split('=', 2);
    if (!PLANT_FIELDS.includes(field) || column === '') {
      throw new UsageError(
        `--column ${option}: write field=column, the field being one of ${PLANT_FIELDS.join(', ')}.`,
      );
    }
    if (columns.has(field)) throw new UsageError(`--column ${option}: ${field} is mapped twice.`);
    columns.set(field, column.toLowerCase());
  }
  return columns;
}

function readMark(text: string | undefined): DecimalMark | undefined {
  const mark = DECIMAL_MARKS.find((each) => each === text);
  if (text !== undefined && mark === undefined) {
    throw new UsageError(`--decimal ${text}: write "," or ".".`);
  }
  return mark;
}

/** What a dry run says, in the form of the API's. */
function understood({ understood: found, plants, total, problems }: PlantFile): Outcome {
  const rows = plants.slice(0, PREVIEW_ROWS).map(({ fields }) => {
    const entries = Object.entries(PLANT).map(([key, { name }]) => {
      return [name, fields[key as keyof typeof fields]] as const;
    });
    return Object.fromEntries(entries);
  });
  const columns = Object.entries(found.columns).map(([field, header]) => `${field}=${header}`);
  const { format, delimiter, encoding, decimal } = found;
  const form = [format, delimiter, encoding, decimal].filter((each) => each !== null);
  const text = [
    `understood: ${form.map((each) => JSON.stringify(each)).join(' ')}`,
    `columns: ${columns.join(', ')}`,
    `${plants.length} of ${total} rows are good; nothing was stored.`,
    ...problemLines(problems),
  ];
  return { json: { understood: found, rows, total, problems }, text: text.join('\n') };
}
