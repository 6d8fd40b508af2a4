import { parseRows } from '@solano/csv';
import type { CsvRow, ImportedPlant } from '@solano/domain';
import { importPlants, rejectRows, requireCustomer } from '@solano/domain';
import { callersNameOf, checkAll, checkPartial, PLANT } from '@solano/schemas';
import type { Command } from 'commander';
import { open } from '../compose.ts';
import { readTextInput } from '../input.ts';
import { runs, UsageError } from '../run.ts';

const FIELDS = Object.values(PLANT).map(({ name }) => name);

export function addPlantCommands(program: Command): void {
  const plant = program.command('plant').description('plants of customers');
  const command = plant
    .command('import <customer> <file>')
    .description(
      'add or update plants by name from a CSV file; its columns are named as the fields',
    )
    .option(
      '--column <field=column...>',
      'take a field from a column of another name, such as name=code',
    );
  runs<{ column?: string[] }>(
    command,
    async ({ config, progress }, [name = '', file = ''], { column = [] }) => {
      const columns = readMapping(column);
      progress.on(`reading ${file}`);
      const text = await readTextInput(file);
      const plants = readPlants(
        parseRows(
          text,
          requiredColumns(
            columns,
            column.map((option) => option.split('=', 1)[0] ?? ''),
          ),
        ),
        columns,
      );
      await using opened = await open(config, progress);
      const customer = await requireCustomer(opened.customers, name);
      progress.on(`storing ${plants.length} plants`);
      const { added, updated } = await importPlants(opened, opened.source, customer.id, plants);
      const json = { customer: customer.name, added, updated };
      return { json, text: `${customer.name}: ${added} plants added, ${updated} updated.` };
    },
  );
}

/** Which column each field is taken from. */
type Mapping = ReadonlyMap<string, string>;

function readMapping(options: readonly string[]): Mapping {
  const columns = new Map(FIELDS.map((field) => [field, field]));
  const mapped = new Set<string>();
  for (const option of options) {
    const [field = '', column = ''] = option.split('=', 2);
    if (!columns.has(field) || column === '') {
      throw new UsageError(
        `--column ${option}: write field=column, the field being one of ${FIELDS.join(', ')}.`,
      );
    }
    if (mapped.has(field)) throw new UsageError(`--column ${option}: ${field} is mapped twice.`);
    mapped.add(field);
    columns.set(field, column.toLowerCase());
  }
  return columns;
}

/** The columns that have to be there: those of fields that may not be empty, and those mapped. */
function requiredColumns(columns: Mapping, mapped: readonly string[]): string[] {
  const fields = Object.values(PLANT)
    .filter(({ name, schema }) => !schema.safeParse('').success || mapped.includes(name))
    .map(({ name }) => columns.get(name) as string);
  return [...new Set(fields)];
}

/** The plants of the rows. Errors: `invalid_rows` naming everything that is wrong in any row. */
function readPlants(rows: readonly CsvRow[], columns: Mapping): ImportedPlant[] {
  const problems: string[] = rows.length === 0 ? ['line 2: there are no rows'] : [];
  const lines = new Map<string, number>();
  const plants: ImportedPlant[] = [];
  for (const row of rows) {
    const plant = readPlant(row, columns, problems);
    if (!plant) continue;
    const { name } = plant.fields;
    const first = lines.get(name);
    if (first !== undefined) {
      problems.push(`line ${row.line}, column ${columns.get('name')}: repeats line ${first}`);
    }
    lines.set(name, first ?? row.line);
    plants.push(plant);
  }
  if (problems.length > 0) rejectRows(problems);
  return plants;
}

/** The plant of a row; undefined, with its problems added, when it is not valid. */
function readPlant(
  { line, values, problem }: CsvRow,
  columns: Mapping,
  problems: string[],
): ImportedPlant | undefined {
  if (problem !== undefined) {
    problems.push(`line ${line}: ${problem}`);
    return undefined;
  }
  const given = Object.fromEntries(
    FIELDS.flatMap((field) => {
      const value = values[columns.get(field) as string];
      return value === undefined ? [] : [[field, value]];
    }),
  );
  // A new plant may do without a cluster: an empty one is as good as none.
  const checked = checkAll(PLANT, { agrupation: '', ...given });
  for (const [field, messages] of Object.entries(checked.problems.messages)) {
    const column = columns.get(callersNameOf(PLANT, field));
    for (const message of messages) {
      problems.push(`line ${line}, column ${column}: ${message}`);
    }
  }
  const { fields } = checked;
  return fields && { fields, changes: checkPartial(PLANT, given).valid };
}
