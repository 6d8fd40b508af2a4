import { randomUUID } from 'node:crypto';
import type { PurchaseSteps } from '@solano/domain';
import { SolanoError } from '@solano/domain';
import type { TestDatabase } from '@solano/tools/test-database';
import { createTestDatabase } from '@solano/tools/test-database';
import { KeptLog, NotedSteps, noDeliveries, silent, submitted } from '@solano/tools/test-engine';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunnerOptions } from './runner.ts';
import { EmbeddedPurchaseRunner } from './runner.ts';
import { EmbeddedPurchaseWorkflow } from './workflow.ts';

const RUNNING = 'the workflow engine runs in this process';
const STANDING_BY = 'another process runs the workflow engine: standing by';
const QUICK = { firstMs: 10, factor: 2, longestMs: 40, forMs: 300 };

let database: TestDatabase;
let workflow: EmbeddedPurchaseWorkflow;

beforeAll(async () => {
  database = await createTestDatabase('template0');
  workflow = EmbeddedPurchaseWorkflow.connect(database.url, silent);
});

afterAll(async () => {
  await workflow.close();
  await database[Symbol.asyncDispose]();
});

describe('a step that fails', () => {
  test('is given up when the time is over, and the purchase is abandoned', async () => {
    const steps = new NotedSteps((step) => {
      if (step === 'complete') throw unavailable();
    });
    await using _ = run({ steps, retries: QUICK });
    const id = await submitted(workflow);
    await steps.saw('abandon', id);
    const tries = steps.of(id).filter((step) => step === 'complete').length;
    // 10, 20, then 40 ms apart, for 300 ms: about ten tries, fewer on a busy machine.
    expect(tries).toBeGreaterThan(2);
    expect(tries).toBeLessThan(12);
    expect(steps.of(id).at(-1)).toMatch(/^abandon: .*gave up after 24 hours/);
  });

  test('is tried for a while however old the purchase is', async () => {
    const id = await submitted(workflow);
    await new Promise((resolve) => setTimeout(resolve, QUICK.forMs));
    let failures = 2;
    const steps = new NotedSteps((step) => {
      if (step === 'begin' && failures-- > 0) throw unavailable();
    });
    await using _ = run({ steps, retries: QUICK });
    await steps.saw('complete', id);
    expect(steps.of(id)).toEqual(['begin', 'begin', 'begin', 'complete']);
  });

  test('abandon, is not given up', async () => {
    let failures = 20;
    const steps = new NotedSteps((step) => {
      if (step === 'begin') throw new SolanoError('callback_rejected', 'It answered 422.');
      if (failures-- > 0) throw unavailable();
    });
    await using _ = run({ steps, retries: QUICK });
    const id = await submitted(workflow);
    await steps.saw('abandon', id, 21);
  });

  test('is not logged by the engine: the steps know what to say', async () => {
    const log = new KeptLog();
    let failures = 3;
    const steps = new NotedSteps((step) => {
      if (step === 'begin' && failures-- > 0) throw unavailable();
    });
    await using _ = run({ steps, log, retries: QUICK });
    const id = await submitted(workflow);
    await steps.saw('complete', id);
    expect(log.messages).toEqual([RUNNING]);
  });
});

describe('a runner that is closed', () => {
  test('lets a running step finish and remembers it', async () => {
    const release = Promise.withResolvers<void>();
    const steps = new NotedSteps(() => release.promise);
    const first = run({ steps });
    const id = await submitted(workflow);
    await steps.saw('begin', id);
    const closed = first.close();
    release.resolve();
    await closed;
    expect(steps.of(id)).toEqual(['begin']);
    await using _ = run({ steps });
    await steps.saw('complete', id);
    expect(steps.of(id)).toEqual(['begin', 'complete']);
  });

  test('does not wait for a step that waits for its next try', async () => {
    const steps = new NotedSteps(() => {
      throw unavailable();
    });
    const first = run({ steps });
    const id = await submitted(workflow);
    await steps.saw('begin', id);
    const before = performance.now();
    await first.close();
    expect(performance.now() - before).toBeLessThan(2_000);
    const better = new NotedSteps();
    await using _ = run({ steps: better });
    await better.saw('complete', id);
  });

  test('waits five seconds at most for a step that does not end', async () => {
    const steps = new NotedSteps(() => new Promise(() => {}));
    const first = run({ steps });
    await steps.saw('begin', await submitted(workflow));
    const before = performance.now();
    await Promise.all([first.close(), first.close()]);
    expect(performance.now() - before).toBeLessThan(6_500);
  });

  test('before it has begun leaves nothing behind', async () => {
    await run({ steps: new NotedSteps() }).close();
    await expect.poll(sessions).toBe(0);
  });

  test('gives way to another of the same process', async () => {
    const log = new KeptLog();
    const first = run({ steps: new NotedSteps(), log });
    await log.saw(RUNNING);
    const steps = new NotedSteps();
    await using _ = run({ steps, log });
    await log.saw(STANDING_BY);
    await first.close();
    const id = await submitted(workflow);
    await steps.saw('complete', id);
  });
});

describe('a purchase that is marked as running', () => {
  test('and is not, is taken up soon; one that is, is left alone', async () => {
    const release = Promise.withResolvers<void>();
    let slow = '';
    const steps = new NotedSteps((_, id) => (id === slow ? release.promise : undefined));
    await using _ = run({ steps });
    slow = await submitted(workflow);
    await steps.saw('begin', slow);
    // As a claim is that was committed, but whose answer was lost with the connection.
    const lost = await submitted(workflow);
    await steps.saw('complete', lost);
    await concluded([lost]);
    await query('DELETE FROM dbos.operation_outputs WHERE workflow_uuid = $1', [lost]);
    const sql = `UPDATE dbos.workflow_status SET status = 'PENDING', started_at_epoch_ms = 1
      WHERE workflow_uuid = ANY ($1)`;
    await query(sql, [[lost, slow]]);
    await steps.saw('complete', lost, 2);
    expect(steps.of(slow)).toEqual(['begin']);
    release.resolve();
    await steps.saw('complete', slow);
    expect(steps.of(slow)).toEqual(['begin', 'complete']);
  });
});

test('a webhook message that is marked as running, and is not, is sent from its own queue', async () => {
  const sent: string[] = [];
  const deliveries = { ...noDeliveries, send: async (id: string) => void sent.push(id) };
  await using _ = run({ steps: new NotedSteps(), deliveries });
  const id = randomUUID();
  await workflow.deliver(id);
  await concluded([id]);
  await query('DELETE FROM dbos.operation_outputs WHERE workflow_uuid = $1', [id]);
  const sql = `UPDATE dbos.workflow_status SET status = 'PENDING', started_at_epoch_ms = 1
    WHERE workflow_uuid = $1`;
  await query(sql, [id]);
  await expect.poll(() => sent, { timeout: 20_000 }).toEqual([id, id]);
  await concluded([id]);
  const rows = 'SELECT queue_name FROM dbos.workflow_status WHERE workflow_uuid = $1';
  expect(await query(rows, [id])).toEqual([{ queue_name: 'deliveries' }]);
});

describe('the memory of finished purchases', () => {
  test('lasts a week', async () => {
    const steps = new NotedSteps();
    const first = run({ steps });
    const [old, young, open] = [await submitted(workflow), await submitted(workflow), randomUUID()];
    await concluded([old, young]);
    await first.close();
    await workflow.submit(open);
    await aged(old, 7.01);
    await aged(young, 6.99);
    await using _ = run({ steps });
    await steps.saw('complete', open);
    await expect.poll(() => known([old, young, open])).toEqual([young, open].toSorted());
  });
});

function run(options: Partial<RunnerOptions> & { steps: PurchaseSteps }): EmbeddedPurchaseRunner {
  const { url: databaseUrl } = database;
  const common = { databaseUrl, deliveries: noDeliveries, log: silent };
  return EmbeddedPurchaseRunner.run({ ...common, ...options });
}

function unavailable(): SolanoError {
  return new SolanoError('callback_unavailable', 'The update endpoint cannot be reached.');
}

async function query<T extends pg.QueryResultRow>(sql: string, values: unknown[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<T>(sql, values);
  await client.end();
  return rows;
}

/** How many connections runners have: the submitter's close by themselves after ten seconds. */
async function sessions(): Promise<number | undefined> {
  const sql = `SELECT count(*)::int AS n FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE locktype = 'advisory' AND d.datname = current_database()`;
  return (await query<{ n: number }>(sql, []))[0]?.n;
}

async function concluded(ids: string[]): Promise<void> {
  await expect.poll(() => known(ids, ['SUCCESS'])).toHaveLength(ids.length);
}

async function aged(id: string, days: number): Promise<void> {
  const sql = `UPDATE dbos.workflow_status SET completed_at = completed_at - $2
    WHERE workflow_uuid = $1`;
  await query(sql, [id, Math.round(days * 86_400_000)]);
}

/** Those of the purchases that the engine knows, in one of the states. */
async function known(
  ids: string[],
  states = ['SUCCESS', 'PENDING', 'ENQUEUED'],
): Promise<string[]> {
  const sql = `SELECT workflow_uuid AS id FROM dbos.workflow_status
    WHERE workflow_uuid = ANY ($1) AND status = ANY ($2) ORDER BY 1`;
  return (await query<{ id: string }>(sql, [ids, states])).map(({ id }) => id);
}
