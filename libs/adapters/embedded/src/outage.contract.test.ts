import { randomUUID } from 'node:crypto';
import {
  KeptLog,
  NotedSteps,
  noDeliveries,
  openDumbServer,
  silent,
  submitted,
} from '@solano/tools/test-engine';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { EmbeddedPurchaseRunner } from './runner.ts';
import { TestServer } from './test-server.ts';
import { EmbeddedPurchaseWorkflow } from './workflow.ts';

const RUNNING = 'the workflow engine runs in this process';
const DOWN = 'the workflow engine is down: trying again';
const MOST_MS = 2_500;

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
});

afterAll(() => server[Symbol.asyncDispose]());

describe('a purchase is refused within two seconds', () => {
  test('when the server is stopped, and taken when it is back', async () => {
    await using workflow = EmbeddedPurchaseWorkflow.connect(server.url, silent);
    await submitted(workflow);
    await server.stop();
    await refuses(workflow, randomUUID());
    await server.start();
    await submitted(workflow);
  });

  test('when the server accepts connections and never answers', async () => {
    await using dumb = await openDumbServer();
    const url = `postgresql://solano:password@127.0.0.1:${dumb.port}/postgres`;
    await using workflow = EmbeddedPurchaseWorkflow.connect(url, silent);
    await refuses(workflow, randomUUID());
  });

  test('when the server stops answering on a connection that worked', async () => {
    await using workflow = EmbeddedPurchaseWorkflow.connect(server.url, silent);
    await submitted(workflow);
    await using admin = await connected();
    const [pid = 0] = await backends(admin);
    process.kill(pid, 'SIGSTOP');
    onTestFinished(() => void process.kill(pid, 'SIGCONT'));
    const id = randomUUID();
    await refusesTo(() => workflow.submit(id));
    await workflow.submit(id);
  });

  test('when the engine has locked its table, and runs once when it is free', async () => {
    const steps = new NotedSteps();
    await using workflow = EmbeddedPurchaseWorkflow.connect(server.url, silent);
    await submitted(workflow);
    const id = randomUUID();
    {
      await using locker = await connected();
      await locker.query('BEGIN; LOCK TABLE dbos.workflow_status');
      await refuses(workflow, id);
      await Promise.all([refuses(workflow, id), refuses(workflow, id)]);
    }
    await workflow.submit(id);
    await using _ = engine(steps, new KeptLog());
    await steps.saw('complete', id);
    expect(steps.of(id)).toEqual(['begin', 'complete']);
  });

  test('but not by a database on which no engine has run yet', async () => {
    await using workflow = EmbeddedPurchaseWorkflow.connect(server.url, silent);
    await using admin = await connected();
    await admin.query('DROP SCHEMA dbos CASCADE');
    await workflow.check();
    await submitted(workflow);
    await workflow.check();
  });

  test('when it is closed, which may be done twice', async () => {
    const workflow = EmbeddedPurchaseWorkflow.connect(server.url, silent);
    await submitted(workflow);
    await Promise.all([workflow.close(), workflow.close()]);
    await workflow.close();
    await refuses(workflow, randomUUID());
  });
});

describe('the engine', () => {
  test('waits for a server that is down, and says so once', async () => {
    await server.stop();
    const log = new KeptLog();
    await using _ = engine(new NotedSteps(), log);
    await log.saw(DOWN);
    await server.start();
    await log.saw(RUNNING);
    expect(log.messages).toEqual([DOWN, RUNNING]);
  });

  test.each(['SIGINT', 'SIGQUIT'] as const)(
    'goes on after the server was restarted by %s in the middle',
    async (how) => {
      const steps = new NotedSteps(() => new Promise((resolve) => setTimeout(resolve, 20)));
      const log = new KeptLog();
      await using workflow = EmbeddedPurchaseWorkflow.connect(server.url, silent);
      await using _ = engine(steps, log);
      await log.saw(RUNNING);
      const ids = await Promise.all(Array.from({ length: 40 }, () => submitted(workflow)));
      await steps.saw('complete', ids[0] as string);
      await server.stop(how);
      await server.start();
      for (const id of ids) await steps.saw('complete', id);
      for (const id of ids) expect(steps.of(id).filter((step) => step === 'abandon')).toEqual([]);
      await everythingSucceeded(ids);
    },
  );

  test('starts again when the session that holds its lock is ended', async () => {
    const held = Promise.withResolvers<void>();
    const steps = new NotedSteps((step) => (step === 'complete' ? held.promise : undefined));
    const log = new KeptLog();
    await using workflow = EmbeddedPurchaseWorkflow.connect(server.url, silent);
    await using _ = engine(steps, log);
    await log.saw(RUNNING);
    const id = await submitted(workflow);
    await steps.saw('complete', id);
    await using admin = await connected();
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'`);
    await log.saw(DOWN);
    held.resolve();
    await log.saw(RUNNING, 2);
    await submitted(workflow);
    await everythingSucceeded([id]);
    expect(steps.of(id).filter((step) => step === 'begin')).toHaveLength(1);
  });

  test('leaves no purchase undone when its tables fail it for a while', async () => {
    const held = Promise.withResolvers<void>();
    const steps = new NotedSteps((step) => (step === 'complete' ? held.promise : undefined));
    const log = new KeptLog();
    await using workflow = EmbeddedPurchaseWorkflow.connect(server.url, silent);
    await using _ = engine(steps, log);
    const id = await submitted(workflow);
    await steps.saw('complete', id);
    await using admin = await connected();
    await admin.query('ALTER TABLE dbos.operation_outputs RENAME TO elsewhere');
    held.resolve();
    await log.saw(DOWN);
    await admin.query('ALTER TABLE dbos.elsewhere RENAME TO operation_outputs');
    await everythingSucceeded([id]);
    expect(steps.of(id)).toEqual(['begin', 'complete', 'complete']);
  });

  test('can be closed, twice, while the server is down', async () => {
    const log = new KeptLog();
    const closed = engine(new NotedSteps(), log);
    await log.saw(RUNNING);
    await server.stop();
    await log.saw(DOWN);
    await Promise.all([closed.close(), closed.close()]);
    await server.start();
  });
});

function engine(steps: NotedSteps, log: KeptLog): EmbeddedPurchaseRunner {
  const { url: databaseUrl } = server;
  return EmbeddedPurchaseRunner.run({ databaseUrl, steps, deliveries: noDeliveries, log });
}

async function refuses(workflow: EmbeddedPurchaseWorkflow, id: string): Promise<void> {
  await Promise.all([
    refusesTo(() => workflow.submit(id)),
    refusesTo(() => workflow.deliver(id)),
    refusesTo(() => workflow.check()),
  ]);
}

async function refusesTo(ask: () => Promise<void>): Promise<void> {
  const before = performance.now();
  await expect(ask()).rejects.toMatchObject({ code: 'engine_unavailable' });
  expect(performance.now() - before).toBeLessThan(MOST_MS);
}

async function connected(): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: server.url });
  client.on('error', () => {});
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/** The server's processes that serve the engine and whoever hands over to it. */
async function backends(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'solano-engine'`,
  );
  return rows.map(({ pid }) => pid);
}

/** Waits until the engine has concluded these purchases. */
async function everythingSucceeded(ids: string[]): Promise<void> {
  await using client = await connected();
  const sql = `SELECT count(*)::int AS n FROM dbos.workflow_status
    WHERE workflow_uuid = ANY ($1) AND status = 'SUCCESS'`;
  await expect
    .poll(async () => (await client.query<{ n: number }>(sql, [ids])).rows[0]?.n, {
      timeout: 15_000,
    })
    .toBe(ids.length);
}
