// Rounds of requests against one server after the other.
import type { LoadGenerator } from './load-generator.ts';
import { cpuSeconds, residentMegabytes, treeCpuSeconds } from './process-times.ts';
import { type Scenario, wireRequest } from './scenarios.ts';
import type { Server } from './site.ts';

/** Cost of one round of requests. */
export interface Round {
  /** Seconds of CPU of the server's process and of PostgreSQL for 1,000 requests. */
  readonly cpuSeconds: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Resident memory of the server's process after the round. */
  readonly residentMb: number;
}

/** How many requests a round has. */
export interface RoundSize {
  readonly connections: number;
  /** Before those that count. */
  readonly warmUp: number;
  readonly count: number;
  /** Requests a second, however quick the responses are. If omitted, a connection's next request follows its response. */
  readonly perSecond?: number;
}

interface Target {
  readonly scenario: Scenario;
  readonly key: string;
  /** PostgreSQL's process. */
  readonly postgres: number;
}

/** @throws Error where a response has another status. */
export async function measureRound(
  generator: LoadGenerator,
  server: Server,
  { scenario, key, postgres }: Target,
  size: RoundSize,
): Promise<Round> {
  const { status } = scenario;
  const job = { port: server.port, request: wireRequest(scenario, key), status, ...size };
  const cpu = async () => (await cpuSeconds(server.pid)) + (await treeCpuSeconds(postgres));
  let before = 0;
  const { seconds, latenciesMs } = await generator.run(job, async () => {
    before = await cpu();
  });
  const after = await cpu();
  return {
    cpuSeconds: ((after - before) / size.count) * 1000,
    perSecond: size.count / seconds,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    residentMb: await residentMegabytes(server.pid),
  };
}

/** The median of each figure. */
export function medianOf(rounds: readonly Round[]): Round {
  const of = (name: keyof Round) =>
    percentile(
      rounds.map((round) => round[name]),
      0.5,
    );
  return {
    cpuSeconds: of('cpuSeconds'),
    perSecond: of('perSecond'),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    residentMb: of('residentMb'),
  };
}

/** By nearest rank. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}
