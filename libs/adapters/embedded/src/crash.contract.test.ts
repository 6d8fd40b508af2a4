import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '@solano/tools/test-database';
import { createTestDatabase } from '@solano/tools/test-database';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silent } from './test-log.ts';
import type { EnginePlan } from './test-process.ts';
import { EngineProcess } from './test-process.ts';
import { EmbeddedPurchaseWorkflow } from './workflow.ts';

const RUNNING = 'the workflow engine runs in this process';
const STANDING_BY = 'another process runs the workflow engine: standing by';

let database: TestDatabase;
let workflow: EmbeddedPurchaseWorkflow;

// A database for each test: what a killed engine left would take the steps of the next.
beforeEach(async () => {
  database = await createTestDatabase('template0');
  workflow = EmbeddedPurchaseWorkflow.connect(database.url, silent);
});

afterEach(async () => {
  await workflow.close();
  await database[Symbol.asyncDispose]();
});

describe('an engine that is killed', () => {
  test('within begin begins again', async () => {
    const id = await killedIn({ hold: 'begin' });
    await using engine = started();
    await engine.saw('complete ends', id);
    expect(engine.of(id)).toEqual([
      'begin starts',
      'begin ends',
      'complete starts',
      'complete ends',
    ]);
  });

  test('within complete does not begin again', async () => {
    const id = await killedIn({ hold: 'complete' });
    await using engine = started();
    await engine.saw('complete ends', id);
    expect(engine.of(id)).toEqual(['complete starts', 'complete ends']);
  });

  test('within abandon abandons again, for the same reason, and computes nothing', async () => {
    const id = await killedIn({ refuse: 'complete', hold: 'abandon' });
    await using engine = started();
    await engine.saw('abandon ends', id);
    expect(engine.of(id)).toEqual(['abandon starts', 'abandon ends']);
    expect(await engine.saw('abandon starts', id)).toMatchObject({ reason: 'It answered 413.' });
  });

  test('after the end does nothing again', async () => {
    const first = started();
    const id = randomUUID();
    await workflow.submit(id);
    await first.saw('complete ends', id);
    await first.end('SIGTERM');
    await using engine = started();
    await workflow.submit(id);
    const later = randomUUID();
    await workflow.submit(later);
    await engine.saw('complete ends', later);
    expect(engine.of(id)).toEqual([]);
  });

  test('again and again brings every purchase to its one end', async () => {
    const ids = Array.from({ length: 20 }, () => randomUUID());
    await Promise.all(ids.map((id) => workflow.submit(id)));
    const steps = new Map(ids.map((id): [string, string[]] => [id, []]));
    const open = () => ids.filter((id) => !steps.get(id)?.includes('complete ends'));
    for (let rounds = 0; open().length > 0; rounds += 1) {
      expect(rounds).toBeLessThan(20);
      await using engine = started({ stepMs: 20 });
      const [next = ''] = open();
      await engine.saw('complete ends', next);
      await engine.end('SIGKILL');
      for (const id of ids) steps.get(id)?.push(...engine.of(id));
    }
    for (const seen of steps.values()) {
      expect(seen.indexOf('begin ends')).toBeLessThan(seen.indexOf('complete starts'));
      expect(seen).not.toContain('abandon starts');
      // Four steps are under way at a time, and only those are done again.
      expect(seen.filter((step) => step === 'begin ends').length).toBeLessThan(3);
    }
  });
});

describe('two processes on one database', () => {
  test('run each purchase once, in the first of them', async () => {
    await using first = started();
    await first.saw(RUNNING);
    await using second = started();
    await second.saw(STANDING_BY);
    const ids = Array.from({ length: 30 }, () => randomUUID());
    await Promise.all(ids.map((id) => workflow.submit(id)));
    for (const id of ids) await first.saw('complete ends', id);
    for (const id of ids) expect(first.of(id)).toHaveLength(4);
    expect(second.events).toEqual([{ what: 'log', message: STANDING_BY }]);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'take over from the other after %s',
    async (signal) => {
      await using first = started({ hold: 'complete' });
      await first.saw(RUNNING);
      await using second = started();
      await second.saw(STANDING_BY);
      const id = randomUUID();
      await workflow.submit(id);
      await first.saw('complete starts', id);
      await first.end(signal);
      await second.saw('complete ends', id);
      expect(second.of(id)).toEqual(['complete starts', 'complete ends']);
    },
  );

  test('end with nothing left open', async () => {
    await using first = started();
    await first.saw(RUNNING);
    await using second = started();
    await second.saw(STANDING_BY);
    // Neither calls exit: they end when nothing keeps them alive.
    expect(await second.end('SIGTERM')).toBe(0);
    expect(await first.end('SIGTERM')).toBe(0);
  });
});

function started(plan: Omit<EnginePlan, 'url'> = {}): EngineProcess {
  return new EngineProcess({ url: database.url, ...plan });
}

/** Kills an engine in the step where it holds a new purchase. Returns the purchase's id. */
async function killedIn(plan: { hold: string; refuse?: string }): Promise<string> {
  await using engine = started(plan);
  const id = randomUUID();
  await workflow.submit(id);
  await engine.saw(`${plan.hold} starts`, id);
  await engine.end('SIGKILL');
  return id;
}
