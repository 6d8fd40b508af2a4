import { basename } from 'node:path';
import { dateAfter, dateAt, labelOf, requireDate, requireDayOrder } from '@solano/domain/kernel';
import {
  FUNDAMENTALS,
  type FundamentalVersion,
  formatMilli,
  type Labels,
  SERIES,
  type SeriesName,
  versionsKnownAt,
} from '@solano/domain/market';
import { type DayDocument, dayDocuments } from '@solano/domain/market/collection';
import { FORECAST_COLUMNS, importFundamental } from '@solano/domain/market/files';
import { readTable } from '@solano/spreadsheet';
import type { Command } from 'commander';
import { commandEntry } from '../command-entry.ts';
import { counted } from '../format.ts';
import { readInput } from '../input.ts';
import { labelsOption, readDuration, readInstant } from '../options.ts';
import { addAction, type Outcome, UsageError } from '../run.ts';

/** Default number of days of `market series`. */
const DISPLAYED_DAYS = 7;

export function addSeriesCommands(market: Command): void {
  addSeries(market);
  addImport(market);
  addDocuments(market);
}

function addDocuments(market: Command): void {
  const command = market
    .command('documents <series> <day>')
    .description(
      'the documents that came for a day of a market or a forecast: their objects, their SHA-256, and which is in use',
    );
  addAction(command, async ({ open }, [name = '', day = '']) => {
    const series = requireSeries(SERIES, name);
    await using opened = await open();
    const documents = await dayDocuments(opened.market, series, day);
    const json = documents.map((document) => ({
      source: document.source,
      document: document.name,
      revision: document.revision,
      sha256: document.digest,
      received_at: document.receivedAt,
      outcome: document.outcome,
      reason: document.reason,
      object: document.key,
      in_use: document.isInUse,
    }));
    const text = documents.map(documentLine).join('\n') || `No document came for ${day}.`;
    return { json, text };
  });
}

function documentLine({ receivedAt, outcome, reason, ...document }: DayDocument): string {
  const status = document.isInUse ? 'in use' : [outcome, reason].filter(Boolean).join(': ');
  return `${receivedAt.toISOString()} ${document.key} sha256 ${document.digest} ${status}`;
}

interface ImportOptions {
  readonly labels: Labels;
  readonly knownBefore?: string;
}

function addImport(market: Command): void {
  const command = market
    .command('import <series> <file>')
    .description(
      `store a day-ahead forecast of whole days (${FUNDAMENTALS.join(', ')}) from a CSV file or .xlsx with the columns datetime and mw`,
    )
    .addOption(labelsOption())
    .option(
      '--known-before <duration>',
      'how long before its day begins each day was known, such as 13h for 11:00 of the day before (default: known from now on)',
    );
  addAction<ImportOptions>(command, async ({ open, progress }, [name = '', file = ''], options) => {
    const series = requireSeries(FUNDAMENTALS, name);
    const { labels, knownBefore } = options;
    const knownBeforeMs = knownBefore === undefined ? undefined : readDuration(knownBefore);
    progress.on(`reading ${file}`);
    const table = readTable(await readInput(file), FORECAST_COLUMNS);
    await using opened = await open();
    const onProgress = (done: number, total: number) =>
      progress.on(`storing day ${done + 1} of ${total}`);
    const document = basename(file);
    const entryOf = (date: string) => commandEntry('market.import', `${series} ${date}`);
    const request = { labels, document, knownBeforeMs, onProgress, entryOf };
    const days = await importFundamental(opened, series, table, request);
    const rows = days.reduce((sum, { ends }) => sum + ends.length, 0);
    const json = { series, days: days.length, rows };
    const values = `${counted(json.rows, 'value')} of ${counted(json.days, 'day')}`;
    return { json, text: `Stored ${values} for ${series}.` };
  });
}

interface SeriesOptions {
  readonly knownAt?: string;
  readonly from?: string;
  readonly to?: string;
}

function addSeries(market: Command): void {
  const command = market
    .command('series <name>')
    .description(`a day-ahead forecast as it was known: ${FUNDAMENTALS.join(', ')}`)
    .option('--known-at <instant>', 'ISO 8601 (default: now)')
    .option('--from <day>', `the first day (default: ${DISPLAYED_DAYS} days before the last)`)
    .option('--to <day>', 'the last day (default: tomorrow)');
  addAction<SeriesOptions>(command, async ({ open }, [name = ''], options) => {
    const series = requireSeries(FUNDAMENTALS, name);
    const knownAt = readInstant(options.knownAt);
    const to = options.to ?? dateAfter(dateAt(Date.now()), 1);
    requireDate(to);
    const from = options.from ?? dateAfter(to, 1 - DISPLAYED_DAYS);
    requireDate(from);
    requireDayOrder(from, to);
    await using opened = await open();
    const versions = await opened.market.fundamentalVersions(series, from, to);
    return seriesOutcome(versionsKnownAt(versions, knownAt));
  });
}

function requireSeries<Name extends SeriesName>(series: readonly Name[], name: string): Name {
  const found = series.find((each) => each === name);
  if (found) return found;
  throw new UsageError(`There is no series ${name}: choose from ${series.join(', ')}.`);
}

function seriesOutcome(versions: readonly FundamentalVersion[]): Outcome {
  const json = versions.map(({ date, knownAt, source, document, ends, values }) => {
    const rows = ends.map((end, i) => {
      return { datetime: labelOf(end), mw: formatMilli(values[i] as number) };
    });
    return { day: date, known_at: knownAt, source, document, rows };
  });
  const lines = json.flatMap(({ rows }) => rows.map(({ datetime, mw }) => `${datetime};${mw}`));
  return { json, text: ['datetime;mw', ...lines].join('\n') };
}
