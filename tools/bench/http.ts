// Measures what requests cost the service, beside a bare server on the same data that is written
// for speed alone, and judges ratios and counts; ends with 1 where a goal is missed:
// npm run bench -- [--scenario <part of a name>]…
import { parseArgs } from 'node:util';
import { type Counts, measureCounts } from './counts.ts';
import { type HttpFigures, httpTables, missedGoals, ratioOf } from './http/figures.ts';
import { measureLargePurchases, memoryTable, missedMemory } from './http/large-purchases.ts';
import { LoadGenerator } from './http/load-generator.ts';
import { measureRound, medianOf, type Round, type RoundSize } from './http/rounds.ts';
import type { Scenario } from './http/scenarios.ts';
import { fetchResponse, isSubmission, requireEqual, scenariosOn } from './http/scenarios.ts';
import { type HttpSite, openHttpSite, type Server } from './http/site.ts';
import { measureStart, measureWaiting, missedStarts, startsTable } from './http/starts.ts';
import { untilInterrupted } from './processes.ts';

const CONNECTIONS = 32;
/** Enough for a request to be sent when it is due. */
const HALF_LOAD_CONNECTIONS = 128;
/** Rounds of each server, in turns. */
const ROUNDS = 3;
const OTHER_PURCHASES = 10_000;
const CONDITIONS = `CPU is that of the server's process and of PostgreSQL; rounds of the two servers take turns; medians.
Statements, commits and listings are counted by relays in front of PostgreSQL and of an S3 server, system calls by strace.
The submitted purchases are not computed.`;

const interrupted = untilInterrupted();

try {
  const names = readNames();
  // First, so that nothing else runs beside it.
  const memory = names ? undefined : await Promise.race([measureLargePurchases(), interrupted]);
  const waiting = names ? undefined : await Promise.race([measureWaiting(), interrupted]);
  await using site = await openHttpSite(OTHER_PURCHASES);
  const starts = waiting && { startSeconds: await measureStart(site), waiting };
  const figures = await Promise.race([measureAll(site, names), site.lost, interrupted]);
  for (const [message, times] of site.warnings) console.error(`${message} (${times}×)`);
  console.log(`${httpTables(figures, CONNECTIONS)}\n\n${CONDITIONS}`);
  if (memory) console.log(`\n${memoryTable(memory)}`);
  if (starts) console.log(`\n${startsTable(starts)}`);
  const missed = [
    ...figures.flatMap(missedGoals),
    ...(memory ? missedMemory(memory) : []),
    ...(starts ? missedStarts(starts) : []),
  ];
  for (const line of missed) console.error(`goal missed: ${line}`);
  if (missed.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(`bench: ${firstOf(error).message}`);
  process.exitCode = 1;
}

/** The two servers whose rounds take turns. */
interface Pair {
  readonly service: Server;
  readonly reference: Server;
}

async function measureAll(
  site: HttpSite,
  names: readonly string[] | undefined,
): Promise<HttpFigures[]> {
  await using generator = new LoadGenerator();
  const scenarios = chosen(scenariosOn(site.data), names);
  const figures: Omit<HttpFigures, 'counts'>[] = [];
  await using service = await site.startService();
  await using reference = await site.startReference();
  for (const scenario of scenarios) await compareResponses(site, { service, reference }, scenario);
  for (const scenario of scenarios) {
    const measured = await measure(site, generator, { service, reference }, scenario);
    figures.push(measured);
    const { cpuSeconds } = measured.service;
    console.error(`${scenario.name}: ${cpuSeconds.toFixed(3)} s, ${ratioOf(measured).toFixed(2)}×`);
  }
  const counts = await measureCounts(site, generator, scenarios, reference);
  await site.requireIdleEngine();
  return figures.map((each) => ({ ...each, counts: counts.get(each.scenario) as Counts }));
}

async function measure(
  site: HttpSite,
  generator: LoadGenerator,
  pair: Pair,
  scenario: Scenario,
): Promise<Omit<HttpFigures, 'counts'>> {
  const { name, goals, requests: count } = scenario;
  const target = { scenario, key: site.data.key, postgres: site.postgresPid };
  const inTurns = async (size: Omit<RoundSize, 'warmUp'>) => {
    const measured: Record<keyof Pair, Round[]> = { service: [], reference: [] };
    for (let i = 0; i < ROUNDS; i += 1) {
      const warmUp = Math.ceil(i === 0 ? size.count : size.count / 10);
      for (const server of ['service', 'reference'] as const) {
        const round = await measureRound(generator, pair[server], target, { ...size, warmUp });
        measured[server].push(round);
      }
    }
    return { service: medianOf(measured.service), reference: medianOf(measured.reference) };
  };
  const busy = await inTurns({ connections: CONNECTIONS, count });
  const alone = await inTurns({ connections: 1, count: Math.ceil(count / 2) });
  const half = { connections: HALF_LOAD_CONNECTIONS, count, perSecond: busy.service.perSecond / 2 };
  const { p99Ms } = await measureRound(generator, pair.service, target, { ...half, warmUp: count });
  return { scenario: name, goals, ...busy, alone, halfLoadP99Ms: p99Ms };
}

/** @throws Error where the servers' responses, or what they stored, differ. */
async function compareResponses(site: HttpSite, pair: Pair, scenario: Scenario): Promise<void> {
  const ours = await fetchResponse(scenario, pair.service.url, site.data.key);
  const theirs = await fetchResponse(scenario, pair.reference.url, site.data.key);
  requireEqual(scenario, ours, theirs);
  if (!isSubmission(scenario)) return;
  const sent = JSON.stringify((JSON.parse(scenario.body ?? '') as { purchase: object }).purchase);
  for (const text of [ours, theirs]) {
    const stored = await site.seriesOf((JSON.parse(text) as { id: string }).id);
    if (stored !== sent) throw new Error(`${scenario.name}: what was stored is not what was sent`);
  }
}

function chosen(all: readonly Scenario[], names: readonly string[] | undefined): Scenario[] {
  const unknown = names?.find((name) => !all.some((each) => each.name.includes(name)));
  if (unknown !== undefined) {
    const known = all.map(({ name }) => name).join('; ');
    throw new Error(`no scenario has "${unknown}" in its name: ${known}`);
  }
  return all.filter(({ name }) => names?.some((part) => name.includes(part)) ?? true);
}

/** Parts of the names of the scenarios that are measured; undefined: all of them. */
function readNames(): readonly string[] | undefined {
  return parseArgs({ options: { scenario: { type: 'string', multiple: true } } }).values.scenario;
}

/** The first error, if stopping the started processes failed as well. */
function firstOf(error: unknown): Error {
  const { suppressed } = error as { suppressed?: unknown };
  return suppressed === undefined ? (error as Error) : firstOf(suppressed);
}
