import type { Config } from '@solano/config';
import { dateAfter, dateAt, labelOf } from '@solano/domain/kernel';
import {
  type MarketDataStore,
  type MarketState,
  marketStates,
  REGION,
  requireMarket,
  type SourceName,
} from '@solano/domain/market';
import {
  acceptHeld,
  fetchImbalance,
  fetchMarketData,
  fetchProblems,
  MARKET_SOURCES,
} from '@solano/domain/market/collection';
import { openObjects } from '@solano/runtime';
import { digestOf, marketParsers, openCollecting, openImbalance } from '@solano/runtime/market';
import { marketStateJson } from '@solano/schemas';
import { type Command, Option } from 'commander';
import { commandEntry } from '../command-entry.ts';
import { counted, roughDuration, spanned } from '../format.ts';
import { addAction, SILENT, UsageError } from '../run.ts';
import { addSeriesCommands } from './market-series.ts';

export function addCommands(market: Command): void {
  addStatus(market);
  addFetch(market);
  addAccept(market);
  addSeriesCommands(market);
}

function addStatus(market: Command): void {
  const command = market
    .command('status')
    .description('how fresh the prices of each market are, and the last result of each source');
  addAction(command, async ({ open, config }) => {
    await using opened = await open();
    const markets = await marketStates(opened);
    const sources = await Promise.all(
      config.marketData.sources.map(async ({ name }) => sourceJson(opened.market, name)),
    );
    const problems = await problemsOf(opened.market, markets);
    const json = { markets: markets.map(marketStateJson), sources, problems };
    const lines = [...markets.map(stateLine), ...sources.map(sourceLine)];
    if (sources.length === 0) lines.push('No source is asked: MARKET_SOURCES is not set.');
    lines.push(...problems.map(problemLine));
    return { json, text: lines.join('\n') };
  });
}

type Fetched = Awaited<ReturnType<typeof fetchMarketData | typeof fetchImbalance>>[number];

interface FetchOptions {
  readonly from?: string;
  readonly to?: string;
  readonly source?: SourceName;
  readonly dryRun?: boolean;
}

function addFetch(market: Command): void {
  const command = market
    .command('fetch')
    .description('ask the sources for all documents of some days, at once')
    .requiredOption('--from <day>', 'the first day, YYYY-MM-DD')
    .requiredOption('--to <day>', 'the last day')
    .addOption(new Option('--source <source>', 'only this one').choices([...MARKET_SOURCES]))
    .option('--dry-run', 'ask, and store nothing');
  addAction<FetchOptions>(command, async ({ open, config, progress }, _args, options) => {
    const { from = '', to = '', source, dryRun: isDryRun = false } = options;
    const chosen = withSources(config, source);
    await using opened = await open();
    await using objects = await openObjects(config);
    const ports = { ...opened, objects, log: SILENT };
    const deps = openCollecting(chosen, ports);
    const imbalance = openImbalance(chosen, ports);
    const onProgress = (done: number, total: number, next: string) =>
      progress.on(`fetching ${next} (${done} of ${total})`);
    const entryOf = (document: string) => commandEntry('market.fetch', document);
    const request = { from, to, isDryRun, entryOf, onProgress };
    const fetched: Fetched[] = await fetchMarketData(deps, request);
    if (imbalance) {
      const onNext = (next: string) => progress.on(`fetching ${next}`);
      fetched.push(...(await fetchImbalance(imbalance, { ...request, onProgress: onNext })));
    }
    const stored = fetched.filter(({ result }) => result === 'accepted' || result === 'cancelled');
    const problems = fetchProblems(fetched);
    // Received documents are stored; the command fails for the others.
    if (problems.length > 0) throw new UsageError(problems.join('\n'));
    const json = fetched.map(({ series, date, source: name, document, result, reason }) => {
      return { series, day: date, source: name, document, result, reason };
    });
    const held = fetched.filter(({ result }) => result === 'held');
    const lines = [
      `${isDryRun ? 'Would store' : 'Stored'} ${counted(stored.length, 'document')}.`,
      ...held.map(({ source: name, document, reason }) => `${name} ${document} held: ${reason}`),
    ];
    return { json, text: lines.join('\n') };
  });
}

function withSources(config: Config, source: SourceName | undefined): Config {
  const { marketData } = config;
  const sources = marketData.sources.filter(({ name }) => source === undefined || name === source);
  if (sources.length > 0) return { ...config, marketData: { ...marketData, sources } };
  throw new UsageError(
    source === undefined
      ? `Set MARKET_SOURCES first: choose from ${MARKET_SOURCES.join(', ')}.`
      : `MARKET_SOURCES does not have ${source}.`,
  );
}

function addAccept(market: Command): void {
  const command = market
    .command('accept <market> <day>')
    .description('use a document that is held, as its prices are outside the limits');
  addAction(command, async ({ open, config }, [name = '', day = '']) => {
    const accepted = requireMarket(REGION, name);
    await using opened = await open();
    await using objects = await openObjects(config);
    const deps = { ...opened, objects, sources: marketParsers(), digestOf };
    const { document } = await acceptHeld(deps, accepted, day, (each) =>
      commandEntry('market.accept', `${accepted} ${day} ${each.name}`),
    );
    const { source, revision, digest } = document;
    const json = { market: accepted, day, source, document: document.name, revision, digest };
    return { json, text: `${accepted} of ${day} is now that of ${source} ${document.name}.` };
  });
}

function stateLine(each: MarketState): string {
  const { market, newestRealisedDay, source, revision, expectedAt, lateBySeconds } = each;
  const version = revision === null ? '' : `.${revision}`;
  const newest = newestRealisedDay
    ? `prices up to ${newestRealisedDay} (${source}${version})`
    : 'no prices';
  const next =
    lateBySeconds > 0
      ? `late by ${roughDuration(lateBySeconds)}`
      : `next expected ${labelOf(expectedAt.getTime())}`;
  const days = [
    ['missing', each.missingDays],
    ['cancelled', each.cancelledDays],
    ['held', each.heldDays],
  ] as const;
  const gaps = days.flatMap(([what, all]) => (all.length > 0 ? `, ${what}: ${spanned(all)}` : []));
  const line = `${market}: ${newest}, ${next}${gaps.join('')}`;
  return each.notPredicted === null ? line : `${line}\n  ${each.notPredicted}`;
}

async function sourceJson(market: MarketDataStore, name: SourceName) {
  const { succeededAt, failedAt, failure, blockedUntil } = await market.source(name);
  const blocked = blockedUntil === 0 ? null : new Date(blockedUntil);
  return {
    source: name,
    succeeded_at: succeededAt,
    failed_at: failedAt,
    failure,
    left_alone_until: blocked,
  };
}

function sourceLine(state: Awaited<ReturnType<typeof sourceJson>>): string {
  const { source, succeeded_at: succeeded, failed_at: failed, failure } = state;
  if (failure !== '') return `${source}: ${failure} at ${failed?.toISOString()}`;
  return succeeded
    ? `${source}: answered at ${succeeded.toISOString()}`
    : `${source}: not asked yet`;
}

interface Problem {
  readonly market: string;
  readonly day: string;
  readonly status: 'held' | 'rejected';
  readonly source: string;
  readonly document: string;
  readonly reason: string;
}

function problemLine({ market, day, status, source, document, reason }: Problem): string {
  return `${market} ${day}: ${source} ${document} ${status}: ${reason}`;
}

/** Returns the held and the incomplete documents of the last 30 days. */
async function problemsOf(market: MarketDataStore, markets: readonly MarketState[]) {
  const to = dateAfter(dateAt(Date.now()), 1);
  const problems: Problem[] = [];
  for (const { market: name } of markets) {
    for (const { date, held, problem } of await market.days([name], dateAfter(to, -30), to)) {
      for (const [status, each] of [
        ['held', held],
        ['rejected', problem],
      ] as const) {
        if (!each) continue;
        const { source, name: document } = each.document;
        problems.push({ market: name, day: date, status, source, document, reason: each.reason });
      }
    }
  }
  return problems;
}
