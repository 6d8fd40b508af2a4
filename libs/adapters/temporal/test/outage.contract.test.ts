import { randomUUID } from 'node:crypto';
import { KeptLog, NotedSteps, openDumbServer, submitted } from '@solano/tools/test-engine';
import { TestTemporalServer, testTemporal } from '@solano/tools/test-temporal';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TemporalPurchaseWorkflow } from '../src/client.ts';
import type { TemporalCluster } from '../src/cluster.ts';
import { TemporalPurchaseRunner } from '../src/worker.ts';
import { aCluster, UNHURRIED } from './cluster.ts';

const WORKS = 'this process works on purchases from Temporal';
const DOWN = 'Temporal is not available: retrying';
/** Two seconds are promised; a loaded machine may be late to notice. */
const MAX_MS = 10_000;

// Built, before the server below needs it.
await testTemporal();

let server: TestTemporalServer;

beforeAll(async () => {
  server = await TestTemporalServer.start();
});

afterAll(() => server[Symbol.asyncDispose]());

describe('a purchase is rejected within two seconds', () => {
  test('a purchase is rejected within two seconds when the server is stopped, and accepted afterwards', async () => {
    await using workflow = TemporalPurchaseWorkflow.connect(aCluster(server.access));
    const outcome = () => submitted(workflow).then(() => 'taken', String);
    await expect.poll(outcome).toBe('taken');
    await server.kill();
    await rejects(workflow, randomUUID());
    await rejects(workflow, randomUUID());
    await server.start();
    await expect.poll(outcome).toBe('taken');
  });

  test('a purchase is rejected within two seconds when there has never been a server', async () => {
    await using workflow = TemporalPurchaseWorkflow.connect(clusterAt(1));
    await rejects(workflow, randomUUID());
  });

  test('a purchase is rejected within two seconds when the server never responds', async () => {
    await using dumb = await openDumbServer();
    await using workflow = TemporalPurchaseWorkflow.connect(clusterAt(dumb.port));
    await rejects(workflow, randomUUID());
  });

  test('a purchase is rejected within two seconds when the namespace does not exist', async () => {
    const cluster = { ...aCluster(server.access), namespace: 'nowhere' };
    await using workflow = TemporalPurchaseWorkflow.connect(cluster);
    await rejects(workflow, randomUUID());
  });

  test('a purchase is rejected within two seconds when the server has no TLS', async () => {
    const cluster = { ...aCluster(server.access), tls: true, apiKey: 'key' };
    await using workflow = TemporalPurchaseWorkflow.connect(cluster);
    await rejects(workflow, randomUUID());
  });

  test('a purchase is rejected within two seconds when the client is closed, also twice', async () => {
    const workflow = TemporalPurchaseWorkflow.connect({ ...aCluster(server.access), ...UNHURRIED });
    await submitted(workflow);
    await Promise.all([workflow.close(), workflow.close()]);
    await workflow.close();
    await rejects(workflow, randomUUID());
  });
});

describe('a worker', () => {
  test('a worker waits for a server that is not available, and logs it once', async () => {
    await server.kill();
    const log = new KeptLog();
    await using _ = run(aCluster(server.access), new NotedSteps(), log);
    await log.saw(DOWN);
    await server.start();
    await log.saw(WORKS);
    expect(log.messages).toEqual([DOWN, WORKS]);
  });

  test('a worker waits for a server that accepts its connection and never responds, and logs it', async () => {
    await using dumb = await openDumbServer();
    const log = new KeptLog();
    await using _ = run(clusterAt(dumb.port), new NotedSteps(), log);
    await log.saw(DOWN);
    // The SDK may have had a word before.
    const line = log.lines.find(({ message }) => message === DOWN);
    expect(line?.fields).toMatchObject({
      err: { message: expect.stringContaining('did not respond') },
    });
  });

  test('a worker logs that the namespace does not exist', async () => {
    const log = new KeptLog();
    await using _ = run(
      { ...aCluster(server.access), namespace: 'nowhere' },
      new NotedSteps(),
      log,
    );
    await log.saw(DOWN);
    // The SDK may have had a word before.
    const line = log.lines.find(({ message }) => message === DOWN);
    expect(line?.fields).toMatchObject({
      err: { message: expect.stringContaining('nowhere') },
    });
  });

  test('a worker continues after the server was killed and started again under way', async () => {
    const cluster = aCluster(server.access);
    const steps = new NotedSteps(() => new Promise((resolve) => setTimeout(resolve, 20)));
    await using workflow = TemporalPurchaseWorkflow.connect({ ...cluster, ...UNHURRIED });
    await using _ = run(cluster, steps, new KeptLog());
    const ids = await Promise.all(Array.from({ length: 40 }, () => submitted(workflow)));
    await steps.saw('complete', ids[0] as string);
    await server.kill();
    await server.start();
    await using ended = await results();
    await ended.of(ids);
    for (const id of ids) {
      expect(new Set(steps.of(id))).toEqual(new Set(['begin', 'complete']));
      expect(steps.of(id).lastIndexOf('begin')).toBeLessThan(steps.of(id).indexOf('complete'));
    }
  });

  test('a worker can be closed, twice, while the server is not available', async () => {
    const log = new KeptLog();
    const closed = run(clusterAt(1), new NotedSteps(), log);
    await log.saw(DOWN);
    const before = performance.now();
    await Promise.all([closed.close(), closed.close()]);
    expect(performance.now() - before).toBeLessThan(MAX_MS);
  });

  test('a worker can be closed while the server accepts its connection and never responds', async () => {
    await using dumb = await openDumbServer();
    const closed = run(clusterAt(dumb.port), new NotedSteps(), new KeptLog());
    await dumb.connected;
    const before = performance.now();
    await closed.close();
    expect(performance.now() - before).toBeLessThan(MAX_MS);
  });

  test('a worker can be closed while the server is not available any more', async () => {
    const log = new KeptLog();
    const closed = run(aCluster(server.access), new NotedSteps(), log);
    await log.saw(WORKS);
    await server.kill();
    const before = performance.now();
    await closed.close();
    expect(performance.now() - before).toBeLessThan(10_000);
    await server.start();
  });
});

function run(cluster: TemporalCluster, steps: NotedSteps, log: KeptLog): TemporalPurchaseRunner {
  return TemporalPurchaseRunner.run({ ...cluster, steps, log });
}

async function rejects(workflow: TemporalPurchaseWorkflow, id: string): Promise<void> {
  const before = performance.now();
  const rejection = { code: 'engine_unavailable', cause: expect.any(Error) };
  await Promise.all([
    expect(workflow.start(id)).rejects.toMatchObject(rejection),
    expect(workflow.check()).rejects.toMatchObject(rejection),
  ]);
  expect(performance.now() - before).toBeLessThan(MAX_MS);
}

/** The log line of a client about a cluster at another port. */
function clusterAt(port: number): TemporalCluster {
  return { ...aCluster(server.access), address: `127.0.0.1:${port}` };
}

/** Waits for the ends of workflows, which are to be good ones. */
async function results() {
  const connection = await Connection.connect(server.access);
  const client = new Client({ connection, namespace: server.access.namespace });
  return {
    of: (ids: string[]) => Promise.all(ids.map((id) => client.workflow.getHandle(id).result())),
    [Symbol.asyncDispose]: () => connection.close(),
  };
}
