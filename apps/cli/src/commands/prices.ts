import { basename } from 'node:path';
import { parseRows } from '@solano/csv';
import type { ImportedFile, OmieFile } from '@solano/domain';
import {
  importOmie,
  omieProblems,
  PREDICTION_COLUMNS,
  putPrediction,
  readPrediction,
  refuseRows,
  requireMarket,
} from '@solano/domain';
import type { Command } from 'commander';
import { Option } from 'commander';
import { open } from '../compose.ts';
import { counted } from '../counted.ts';
import { readInput, readTextInput } from '../input.ts';
import { readInstant } from '../instant.ts';
import type { Outcome } from '../run.ts';
import { runs, UsageError } from '../run.ts';
import { addPredictCommand } from './predict.ts';

export function addPriceCommands(program: Command): void {
  const prices = program.command('prices').description('price predictions and realised prices');
  addPut(prices);
  addImportOmie(prices);
  addPredictCommand(prices);
}

interface PutOptions {
  readonly generatedAt?: string;
  readonly labels: 'end' | 'start';
}

function addPut(prices: Command): void {
  const put = prices
    .command('put <region> <market> <file>')
    .description('store a prediction from a CSV file with the columns datetime and price')
    .option('--generated-at <instant>', 'ISO 8601, UTC where it has no offset (default: now)')
    .addOption(
      new Option('--labels <which>', 'whether a datetime is the end or the start of its period')
        .choices(['end', 'start'])
        .default('end'),
    );
  runs<PutOptions>(
    put,
    async ({ config, progress }, [region = '', name = '', file = ''], options) => {
      const market = requireMarket(region, name);
      const generatedAt =
        options.generatedAt === undefined ? new Date() : readInstant(options.generatedAt);
      progress.on(`reading ${file}`);
      const rows = parseRows(await readTextInput(file), PREDICTION_COLUMNS);
      const series = readPrediction(rows, options.labels);
      await using opened = await open(config, progress);
      progress.on('storing the prediction');
      await putPrediction(opened, { market, generatedAt, ...series });
      await opened.record('prices.put', `${market} ${generatedAt.toISOString()}`);
      const json = { region, market, generated_at: generatedAt, rows: series.ends.length };
      return { json, text: `Stored ${counted(json.rows, 'predicted price')} for ${market}.` };
    },
  );
}

function addImportOmie(prices: Command): void {
  const command = prices
    .command('import-omie <file...>')
    .description('store realised prices from files marginalpdbc_* and marginalpibc_*');
  runs(command, async ({ config, progress }, paths) => {
    const files: OmieFile[] = [];
    const problems: string[] = [];
    for (const path of paths) {
      progress.on(`reading ${files.length + 1} of ${counted(paths.length, 'file')}`);
      try {
        files.push({ name: basename(path), text: (await readInput(path)).toString('latin1') });
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        problems.push(error.message);
      }
    }
    problems.push(...omieProblems(files));
    if (problems.length > 0) refuseRows(problems);
    await using opened = await open(config, progress);
    progress.on(`storing ${counted(files.length, 'file')}`);
    const imported = await importOmie(opened.prices, files);
    await opened.record('prices.import', counted(files.length, 'file'));
    return toldImport(imported);
  });
}

function toldImport(files: readonly ImportedFile[]): Outcome {
  const json = files.map(({ file, market, date, version, rows }) => {
    return { file, market, date, version, rows };
  });
  const stored = files.filter(({ superseded }) => !superseded);
  const total = stored.reduce((sum, { rows }) => sum + rows, 0);
  const lines = [`Stored ${counted(total, 'price')} from ${counted(stored.length, 'file')}.`];
  const older = files.length - stored.length;
  if (older === 1) lines.push('1 file is older than what is stored and changes nothing.');
  if (older > 1) lines.push(`${older} files are older than what is stored and change nothing.`);
  return { json, text: lines.join('\n') };
}
