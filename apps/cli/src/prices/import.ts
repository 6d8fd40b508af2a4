import { basename } from 'node:path';
import {
  IMBALANCE_SERIES,
  type Labels,
  REGION,
  requireMarket,
  rulesOf,
} from '@solano/domain/market';
import {
  IMBALANCE_COLUMNS,
  importImbalance,
  importRealised,
  PRICE_COLUMNS,
} from '@solano/domain/market/files';
import { readTable } from '@solano/spreadsheet';
import type { Command } from 'commander';
import { commandEntry } from '../command-entry.ts';
import { counted } from '../format.ts';
import { readInput } from '../input.ts';
import { labelsOption } from '../options.ts';
import { addAction, type Context, type Outcome, UsageError } from '../run.ts';

interface ImportOptions {
  readonly labels: Labels;
  readonly replace?: boolean;
  readonly settlement?: string;
}

interface ImportRequest extends ImportOptions {
  readonly market: string;
  readonly file: string;
}

export function addImportCommand(prices: Command): void {
  const command = prices
    .command('import <region> <market> <file>')
    .description(
      `store realised prices of whole days from a CSV file or .xlsx with the columns datetime and price, or as ${IMBALANCE_SERIES} a settlement's prices of deviations with datetime, short and long, or one price for both`,
    )
    .addOption(labelsOption())
    .option(
      '--replace',
      "store them in the place of OMIE's, too, or of other prices of the settlement",
    )
    .option(
      '--settlement <name>',
      `of ${IMBALANCE_SERIES}: the name of the settlement, such as C1 (default: the name of the file)`,
    );
  addAction<ImportOptions>(
    command,
    async (context, [region = '', market = '', file = ''], options) => {
      const request = { ...options, market, file };
      if (region === REGION && market === IMBALANCE_SERIES) return addSettlement(context, request);
      if (options.settlement === undefined) return addPrices(context, region, request);
      throw new UsageError(`--settlement is for ${IMBALANCE_SERIES}.`);
    },
  );
}

async function addPrices(
  { open, progress }: Context,
  region: string,
  { market: name, file, labels, replace }: ImportRequest,
): Promise<Outcome> {
  const market = requireMarket(region, name);
  const session = rulesOf(market);
  progress.on(`reading ${file}`);
  const table = readTable(await readInput(file), PRICE_COLUMNS);
  await using opened = await open();
  progress.on('storing the prices');
  const entryOf = (count: number) =>
    commandEntry('prices.import', `${market} ${counted(count, 'day')}`);
  const options = { labels, replace: replace === true, entryOf };
  const { days, replaced } = await importRealised(opened, session, table, options);
  const rows = days.reduce((sum, { ends }) => sum + ends.length, 0);
  const json = { region, market, days: days.length, rows, replaced };
  const text = `Stored ${counted(json.rows, 'price')} of ${counted(json.days, 'day')} for ${market}`;
  return { json, text: `${text}, ${replaced} of them in the place of others.` };
}

async function addSettlement(
  { open, progress }: Context,
  { market, file, labels, replace, settlement = basename(file) }: ImportRequest,
): Promise<Outcome> {
  progress.on(`reading ${file}`);
  const table = readTable(await readInput(file), IMBALANCE_COLUMNS);
  await using opened = await open();
  progress.on('storing the prices');
  const entryOf = (count: number) =>
    commandEntry('prices.import', `${market} ${settlement} ${counted(count, 'day')}`);
  const options = { labels, settlement, replace: replace === true, entryOf };
  const { days, added, replaced } = await importImbalance(opened, table, options);
  const rows = days.reduce((sum, { short }) => sum + short.length, 0);
  const unchanged = days.length - added.length;
  const json = { region: REGION, market, settlement, days: days.length, rows, replaced, unchanged };
  const text = `Stored ${settlement} of ${counted(added.length, 'day')} for ${market}`;
  const known = unchanged === 0 ? '' : ` ${counted(unchanged, 'day')} had these prices already.`;
  return { json, text: `${text}, ${replaced} of them in the place of others.${known}` };
}
