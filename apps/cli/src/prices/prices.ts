import { basename } from 'node:path';
import { rejectRows } from '@solano/domain/kernel';
import { type Labels, putPrediction, requireMarket } from '@solano/domain/market';
import {
  type ImportedFile,
  importOmie,
  type OmieFile,
  omieProblems,
  PREDICTION_COLUMNS,
  readPrediction,
} from '@solano/domain/market/files';
import { readTable } from '@solano/spreadsheet';
import type { Command } from 'commander';
import { commandEntry } from '../command-entry.ts';
import { counted } from '../format.ts';
import { readInput } from '../input.ts';
import { labelsOption, readInstant } from '../options.ts';
import { addAction, type Outcome, UsageError } from '../run.ts';
import { addEvaluatePredictionsCommand } from './evaluate-predictions.ts';
import { addImportCommand } from './import.ts';
import { addPredictCommand } from './predict.ts';
import { addTraceCommand } from './trace.ts';

export function addCommands(prices: Command): void {
  addPut(prices);
  addImportCommand(prices);
  addImportOmie(prices);
  addPredictCommand(prices);
  addEvaluatePredictionsCommand(prices);
  addTraceCommand(prices);
}

interface PutOptions {
  readonly generatedAt?: string;
  readonly labels: Labels;
}

function addPut(prices: Command): void {
  const put = prices
    .command('put <region> <market> <file>')
    .description(
      'store a prediction from a CSV file or .xlsx with the columns datetime and price, and quantiles in p5, p10, p25, p50, p75, p90, p95 if there are any',
    )
    .option('--generated-at <instant>', 'ISO 8601, UTC where it has no offset (default: now)')
    .addOption(labelsOption());
  addAction<PutOptions>(
    put,
    async ({ open, progress }, [region = '', name = '', file = ''], options) => {
      const market = requireMarket(region, name);
      const generatedAt = readInstant(options.generatedAt);
      progress.on(`reading ${file}`);
      const table = readTable(await readInput(file), PREDICTION_COLUMNS);
      const series = readPrediction(table, options.labels);
      await using opened = await open();
      progress.on('storing the prediction');
      const entry = commandEntry('prices.put', `${market} ${generatedAt.toISOString()}`);
      await putPrediction(opened, { market, generatedAt, ...series }, entry);
      const json = { region, market, generated_at: generatedAt, rows: series.ends.length };
      return { json, text: `Stored ${counted(json.rows, 'predicted price')} for ${market}.` };
    },
  );
}

function addImportOmie(prices: Command): void {
  const command = prices
    .command('import-omie <file...>')
    .description('store realised prices from files marginalpdbc_* and marginalpibc_*');
  addAction(command, async ({ open, progress }, paths) => {
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
    if (problems.length > 0) rejectRows(problems);
    await using opened = await open();
    progress.on(`storing ${counted(files.length, 'file')}`);
    const entry = commandEntry('prices.import', counted(files.length, 'file'));
    const imported = await importOmie(opened, files, entry);
    return importText(imported);
  });
}

function importText(files: readonly ImportedFile[]): Outcome {
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
