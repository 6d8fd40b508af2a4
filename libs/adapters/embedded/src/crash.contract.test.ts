import { purchaseWorkflowCrashContract } from '@solano/domain/contracts';
import { createTestDatabase } from '@solano/tools/test-database';
import { silent, submitted } from '@solano/tools/test-engine';
import type { EnginePlan } from '@solano/tools/test-engine-process';
import { EngineProcess } from '@solano/tools/test-engine-process';
import { describe, expect, test } from 'vitest';
import { EmbeddedPurchaseWorkflow } from './workflow.ts';

const RUNNING = 'the workflow engine runs in this process';
const STANDING_BY = 'another process runs the workflow engine: standing by';
const RUNNER = new URL('./test-runner.ts', import.meta.url);

purchaseWorkflowCrashContract('embedded', openDatabase);

test('an engine that is killed again and again brings every purchase to its one end', async () => {
  await using database = await openDatabase();
  const ids = await Promise.all(Array.from({ length: 20 }, () => submitted(database.workflow)));
  const steps = new Map(ids.map((id): [string, string[]] => [id, []]));
  const open = () => ids.filter((id) => !steps.get(id)?.includes('complete ends'));
  let kills = 0;
  for (; open().length > 0; kills += 1) {
    expect(kills).toBeLessThan(20);
    const engine = database.start({ stepMs: 20 });
    const [next = ''] = open();
    await engine.saw('complete ends', next);
    await engine.end('SIGKILL');
    for (const id of ids) steps.get(id)?.push(...engine.of(id));
  }
  const all = [...steps.values()];
  for (const seen of all) {
    expect(seen.indexOf('begin ends')).toBeLessThan(seen.indexOf('complete starts'));
    expect(seen).not.toContain('abandon starts');
  }
  // Four steps are under way at a time, and only those are done again.
  const begun = all.flat().filter((step) => step === 'begin ends').length;
  expect(begun).toBeLessThanOrEqual(ids.length + 4 * kills);
});

describe('two processes on one database', () => {
  test('run each purchase once, in the first of them', async () => {
    await using database = await openDatabase();
    const { first, second } = await both(database);
    const ids = await Promise.all(Array.from({ length: 30 }, () => submitted(database.workflow)));
    for (const id of ids) await first.saw('complete ends', id);
    for (const id of ids) expect(first.of(id)).toHaveLength(4);
    expect(second.events).toEqual([{ what: 'log', message: STANDING_BY }]);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'take over from the other after %s',
    async (signal) => {
      await using database = await openDatabase();
      const { first, second } = await both(database, { hold: 'complete' });
      const id = await submitted(database.workflow);
      await first.saw('complete starts', id);
      await first.end(signal);
      await second.saw('complete ends', id);
      expect(second.of(id)).toEqual(['complete starts', 'complete ends']);
    },
  );

  test('end with nothing left open', async () => {
    await using database = await openDatabase();
    const { first, second } = await both(database);
    // Neither calls exit: they end when nothing keeps them alive.
    expect(await second.end('SIGTERM')).toBe(0);
    expect(await first.end('SIGTERM')).toBe(0);
  });
});

/** A process that runs the engine, by the plan, and one that stands by. */
async function both(database: Awaited<ReturnType<typeof openDatabase>>, plan: Plan = {}) {
  const first = database.start(plan);
  await first.saw(RUNNING);
  const second = database.start();
  await second.saw(STANDING_BY);
  return { first, second };
}

type Plan = Omit<EnginePlan<string>, 'engine'>;

/**
 * An empty database, a client, and processes with engines. Disposing of it kills them. For each
 * test another: what a killed engine left would take the steps of the next.
 */
async function openDatabase() {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTestDatabase('template0'));
  const workflow = opening.use(EmbeddedPurchaseWorkflow.connect(url, silent));
  const opened = opening.move();
  return {
    workflow,
    start: (plan: Plan = {}) => opened.use(new EngineProcess(RUNNER, { engine: url, ...plan })),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
