// What a request makes the service do, counted: unlike times, counts do not depend on the machine.
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { TestRelay } from '../servers/between/test-relay.ts';
import { startS3Server } from '../servers/s3-server.ts';
import { S3_LISTINGS, StatementCounts } from './http/counters.ts';
import type { LoadGenerator } from './http/load-generator.ts';
import { cpuSeconds } from './http/process-times.ts';
import { fetchTag, type S3Cpu, type Scenario, wireRequest } from './http/scenarios.ts';
import type { HttpSite, Server } from './http/site.ts';
import { SystemCalls } from './http/system-calls.ts';

/** For each request of a scenario, on average. */
export interface Counts {
  /** Sent to PostgreSQL, but for those that are also sent without requests. */
  readonly statements: number;
  /** Transactions that wrote. */
  readonly commits: number;
  /** Requests to an S3 server that list objects. */
  readonly listings: number;
  /** Counts of the service and of the bare server; null without strace. */
  readonly systemCalls: number | null;
  readonly referenceSystemCalls: number | null;
  /** Null where the scenario has no goal for it. */
  readonly s3Cpu: S3Cpu | null;
}

/** One after the other over one connection. */
const COUNTED = { connections: 1, warmUp: 30, count: 200 };
const S3_CONNECTIONS = 32;
const BUCKET = 'bench';
/** For how long is seen what the service does without requests. */
const IDLE_MS = 8_000;

/** Counts with a service whose database and S3 server are behind relays that count. */
export async function measureCounts(
  site: HttpSite,
  generator: LoadGenerator,
  scenarios: readonly Scenario[],
  reference: Server,
): Promise<ReadonlyMap<string, Counts>> {
  await using opened = new AsyncDisposableStack();
  const s3 = opened.use(await startS3Server(join(site.folder, 's3')));
  await cp(site.objects, join(s3.access.buckets, BUCKET), {
    recursive: true,
    preserveTimestamps: true,
  });
  const statements = new StatementCounts();
  const database = opened.use(await TestRelay.open(site.databaseUrl, statements.counter));
  const store = opened.use(await TestRelay.open(s3.access.endpoint, S3_LISTINGS));
  const service = opened.use(
    await site.startService({
      DATABASE_URL: database.url,
      OBJECT_STORE: `s3://${BUCKET}`,
      AWS_ENDPOINT_URL_S3: store.url.replace(/\/$/, ''),
      AWS_REGION: s3.access.region,
      AWS_ACCESS_KEY_ID: s3.access.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.access.secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
    }),
  );
  statements.take();
  await pause(IDLE_MS);
  // Workers look for jobs, and more often where work may have come: that is not the request's.
  const background = statements.take();
  const counts = new Map<string, Counts>();
  for (const scenario of scenarios) {
    const { status } = scenario;
    const request = wireRequest(scenario, site.data.key);
    const run = (server: Server, whenWarm: () => Promise<void>) =>
      generator.run({ port: server.port, request, status, ...COUNTED }, whenWarm);
    let before = { listings: 0, transactions: 0 };
    await run(service, async () => {
      before = { listings: store.count, transactions: await site.nextTransaction() };
      statements.take();
    });
    const sent = [...statements.take()].filter(([text]) => !background.has(text));
    const each = (total: number) => total / COUNTED.count;
    counts.set(scenario.name, {
      statements: each(sent.reduce((sum, [, count]) => sum + count, 0)),
      listings: each(store.count - before.listings),
      commits: each((await site.nextTransaction()) - before.transactions),
      s3Cpu: scenario.goals.s3Cpu ? await s3Cpu(generator, service, scenario, site.data.key) : null,
      systemCalls: await systemCalls(service, run),
      referenceSystemCalls: await systemCalls(reference, run),
    });
  }
  return counts;
}

async function s3Cpu(
  generator: LoadGenerator,
  { port, pid, url }: Server,
  scenario: Scenario,
  key: string,
): Promise<S3Cpu> {
  const tag = await fetchTag(scenario, url, key);
  const msOf = async (status: number, headers: readonly string[]) => {
    const request = wireRequest(scenario, key, headers);
    const { requests: count } = scenario;
    let before = 0;
    const job = { port, request, status, connections: S3_CONNECTIONS, warmUp: count, count };
    await generator.run(job, async () => {
      before = await cpuSeconds(pid);
    });
    return (((await cpuSeconds(pid)) - before) / count) * 1000;
  };
  return {
    readMs: await msOf(scenario.status, []),
    notModifiedMs: await msOf(304, [`If-None-Match: ${tag}`]),
  };
}

async function systemCalls(
  server: Server,
  run: (server: Server, whenWarm: () => Promise<void>) => Promise<unknown>,
): Promise<number | null> {
  let calls: SystemCalls | undefined;
  await run(server, async () => {
    calls = await SystemCalls.of(server.pid);
  });
  const total = await calls?.end();
  return total === undefined ? null : total / COUNTED.count;
}
