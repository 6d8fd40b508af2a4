import { readSeries, type SeriesItem } from '@solano/domain/desk';
import { readSeriesFile, SERIES_COLUMNS } from '@solano/domain/desk/files';
import { problemText } from '@solano/domain/kernel';
import { readTable } from '@solano/spreadsheet';
import { readInput, readJsonInput } from './input.ts';
import { UsageError } from './run.ts';

/** Matches the start of a JSON document after a byte order mark and white space. */
const IS_JSON = /^(?:\uFEFF)?\s*[[{]/;
const FIRST_BYTES = 64;

/**
 * Reads the series in a file: JSON as in a submission, or its array alone; CSV or a workbook as
 * they are submitted, with labels that are the ends of periods.
 */
export async function readSeriesInput(path: string, maxItems: number): Promise<SeriesItem[]> {
  const bytes = await readInput(path);
  const isJson = IS_JSON.test(bytes.subarray(0, FIRST_BYTES).toString());
  const items = isJson ? itemsOf(await readJsonInput(path)) : readFile(path, bytes, maxItems);
  return readSeries(items, maxItems, { field: 'purchase', item: 'Item' });
}

function itemsOf(value: unknown): unknown {
  return Array.isArray(value) ? value : (value as { readonly purchase?: unknown }).purchase;
}

function readFile(path: string, bytes: Buffer, maxItems: number): unknown {
  const read = readSeriesFile(readTable(bytes, SERIES_COLUMNS), {}, maxItems);
  if ('series' in read) return JSON.parse(read.series) as unknown;
  const problems = read.problems.map((problem) => `${path}: ${problemText(problem)}`);
  throw new UsageError(problems.join('\n'));
}
