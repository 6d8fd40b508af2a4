import { type PurchaseSteps, type PurchaseWorkflow, reasonOf } from '@solano/domain/desk/jobs';
import { SolanoError } from '@solano/domain/kernel';
import { RETRIES } from '@solano/domain/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { concurrently } from '../outcome.ts';
import type { Script, ScriptedRun } from './scripted-steps.ts';
import { failing, heldStep, ScriptedSteps } from './scripted-steps.ts';

/** A running engine. Disposing of it stops it. */
export interface WorkflowFixture extends AsyncDisposable {
  readonly workflow: PurchaseWorkflow;
}

/** Starts an engine that runs these steps. The suite starts one for all its tests. */
export type OpenWorkflow = (steps: PurchaseSteps) => Promise<WorkflowFixture>;

/** What every PurchaseWorkflow does. The tests run at once: most wait for the first retry. */
export function purchaseWorkflowContract(name: string, open: OpenWorkflow): void {
  describe(`PurchaseWorkflow: ${name}`, { concurrent: true }, () => {
    const engine = engineForSuite(open);
    describe('a purchase', () => {
      sequence(engine);
    });
    describe('a purchase that is dispatched again', () => {
      repetition(engine);
    });
    describe('a purchase that is to be run again', () => {
      rerun(engine);
    });
    describe('a transient failure', () => {
      transientFailures(engine);
    });
    describe('a final failure', () => {
      finalFailures(engine);
    });
    describe('many purchases', () => {
      many(engine);
    });
    test('the check reports that the engine accepts purchases', async () => {
      await engine.workflow.check();
    });
  });
}

class Engine {
  readonly steps = new ScriptedSteps();
  workflow!: PurchaseWorkflow;

  /** Starts the workflow of a new purchase with this script and waits for its end. */
  async run(script?: Script): Promise<ScriptedRun> {
    const purchase = this.steps.plan(script);
    await this.workflow.start(purchase.id);
    await purchase.ended;
    return purchase;
  }

  /**
   * Starts a purchase again, so many times at once, and repeatedly: an engine that is slow to notice the end of a
   * purchase has it still running.
   */
  async startAgainUntil(done: Promise<void>, { id }: ScriptedRun, times = 1): Promise<void> {
    let isDone = false;
    void done.then(() => (isDone = true));
    while (!isDone) {
      await concurrently(times, () => this.workflow.start(id, { again: true }));
      await Promise.race([done, this.letOthersPass()]);
    }
  }

  /** Runs other purchases to their ends: what was still to come has its turn. */
  async letOthersPass(): Promise<void> {
    await concurrently(2, () => this.run());
  }
}

function engineForSuite(open: OpenWorkflow): Engine {
  const engine = new Engine();
  let fixture: WorkflowFixture | undefined;
  beforeAll(async () => {
    fixture = await open(engine.steps);
    engine.workflow = fixture.workflow;
  });
  afterAll(() => fixture?.[Symbol.asyncDispose]());
  return engine;
}

function unavailable(): SolanoError {
  return new SolanoError('report_unavailable', 'The service does not answer.');
}

const FINAL = [
  new SolanoError('computation_failed', 'No strategy «fits» 100% of it 🤷.\nSecond line.'),
  new SolanoError('report_rejected', 'The service rejected the callback: 422.'),
];

function sequence(engine: Engine): void {
  test('a purchase is begun, then completed, once', async () => {
    const purchase = await engine.run();
    await engine.letOthersPass();
    expect(purchase.steps).toEqual(['begin', 'complete']);
  });

  test('a purchase that is settled already is not completed', async () => {
    const purchase = await engine.run({ begin: () => false });
    await engine.letOthersPass();
    expect(purchase.steps).toEqual(['begin']);
  });

  test('a purchase is completed only when begin has ended', async () => {
    const begin = heldStep();
    const purchase = engine.steps.plan({ begin: () => begin.step().then(() => true) });
    await engine.workflow.start(purchase.id);
    await begin.called;
    await engine.letOthersPass();
    expect(purchase.steps).toEqual(['begin']);
    begin.release();
    await purchase.ended;
    expect(purchase.steps).toEqual(['begin', 'complete']);
  });

  test('a purchase is accepted without waiting for its steps, within two seconds', async () => {
    const begin = heldStep();
    const purchase = engine.steps.plan({ begin: () => begin.step().then(() => true) });
    const before = performance.now();
    await engine.workflow.start(purchase.id);
    expect(performance.now() - before).toBeLessThan(2_000);
    begin.release();
    await purchase.ended;
  });
}

function repetition(engine: Engine): void {
  test('a purchase is not run again while it runs', async () => {
    const complete = heldStep();
    const purchase = engine.steps.plan({ complete: complete.step });
    await engine.workflow.start(purchase.id);
    await engine.workflow.start(purchase.id);
    await complete.called;
    await engine.workflow.start(purchase.id);
    complete.release();
    await purchase.ended;
    await engine.letOthersPass();
    expect(purchase.steps).toEqual(['begin', 'complete']);
  });

  test('a purchase that is dispatched twenty times at once is run once', async () => {
    const purchase = engine.steps.plan();
    await concurrently(20, () => engine.workflow.start(purchase.id));
    await purchase.ended;
    await engine.letOthersPass();
    expectThen(purchase, ['begin', 'complete']);
  });

  test.each<[string, Script, string[]]>([
    ['completed', {}, ['begin', 'complete']],
    ['left alone', { begin: () => false }, ['begin']],
    ['abandoned', { begin: failing(...FINAL) }, ['begin', 'abandon']],
  ])(
    'a purchase that was %s has nothing to do when it is dispatched again',
    async (_, script, steps) => {
      const purchase = await engine.run(script);
      await engine.workflow.start(purchase.id);
      await engine.letOthersPass();
      await engine.workflow.start(purchase.id);
      await engine.letOthersPass();
      expectThen(purchase, steps);
    },
  );
}

/** These steps, and then none but a `begin` that had nothing to do. */
function expectThen({ steps }: ScriptedRun, expected: readonly string[]): void {
  expect(steps.slice(0, expected.length)).toEqual(expected);
  expect(steps.slice(expected.length).filter((step) => step !== 'begin')).toEqual([]);
}

function rerun(engine: Engine): void {
  test('a completed purchase that is to be run again runs once', async () => {
    const twice = Promise.withResolvers<void>();
    const purchase = await engine.run({ complete: (call) => call === 2 && twice.resolve() });
    await engine.letOthersPass();
    purchase.isEnded = false;
    await engine.startAgainUntil(twice.promise, purchase, 3);
    await engine.letOthersPass();
    expectThen(purchase, ['begin', 'complete', 'begin', 'complete']);
  });

  test('an abandoned purchase that is to be run again runs from its first attempt', async () => {
    const completed = Promise.withResolvers<void>();
    const begin = failing(FINAL[1] as Error);
    const purchase = await engine.run({ begin, complete: () => completed.resolve() });
    await engine.letOthersPass();
    purchase.isEnded = false;
    await engine.startAgainUntil(completed.promise, purchase);
    expect(purchase.steps).toEqual(['begin', 'abandon', 'begin', 'complete']);
    expect(purchase.calls.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1]);
  });

  test('a running purchase that is to be run again continues undisturbed', async () => {
    const complete = heldStep();
    const purchase = engine.steps.plan({ complete: complete.step });
    await engine.workflow.start(purchase.id);
    await complete.called;
    await engine.workflow.start(purchase.id, { again: true });
    complete.release();
    await purchase.ended;
    await engine.letOthersPass();
    expect(purchase.steps).toEqual(['begin', 'complete']);
  });

  test('a purchase that the engine does not know runs', async () => {
    const purchase = engine.steps.plan();
    await engine.workflow.start(purchase.id, { again: true });
    await purchase.ended;
    expect(purchase.steps).toEqual(['begin', 'complete']);
  });
}

function transientFailures(engine: Engine): void {
  const errors: [string, Error][] = [
    ['report_unavailable', unavailable()],
    ['store_unavailable', new SolanoError('store_unavailable', 'The database is unavailable.')],
    ['a foreign error', new TypeError('fetch failed')],
  ];

  test.each(errors)('a transient failure of begin is retried: %s', async (_, error) => {
    const purchase = await engine.run({ begin: failing(error) });
    await engine.letOthersPass();
    expect(purchase.steps).toEqual(['begin', 'begin', 'complete']);
  });

  test.each(errors)('a transient failure of complete is retried: %s', async (_, error) => {
    const purchase = await engine.run({ complete: failing(error) });
    await engine.letOthersPass();
    expect(purchase.steps).toEqual(['begin', 'complete', 'complete']);
  });

  test('a transient failure of abandon is retried, with the same reason', async () => {
    const complete = failing(FINAL[0] as Error);
    const purchase = await engine.run({ complete, abandon: failing(unavailable()) });
    await engine.letOthersPass();
    expect(purchase.steps).toEqual(['begin', 'complete', 'abandon', 'abandon']);
    const reasons = purchase.calls.slice(2).map(({ reason }) => reason);
    expect(reasons).toEqual([reasonOf(FINAL[0]), reasonOf(FINAL[0])]);
  });

  test('a retried step knows the number of its attempt', async () => {
    const purchase = await engine.run({
      begin: failing(unavailable()),
      complete: failing(unavailable(), FINAL[0] as Error),
      abandon: failing(unavailable()),
    });
    const tries = purchase.calls.map(({ step, attempt }) => `${step} ${attempt}`);
    const twice = ['begin', 'complete', 'abandon'].flatMap((step) => [`${step} 1`, `${step} 2`]);
    expect(tries).toEqual(twice);
  });

  test('a transient failure is retried after growing pauses', async () => {
    const begin = failing(unavailable(), new Error('again'));
    const [first, second, third] = (await engine.run({ begin })).calls;
    expect([first, second, third].map((call) => call?.attempt)).toEqual([1, 2, 3]);
    const waited = [(second?.at ?? 0) - (first?.at ?? 0), (third?.at ?? 0) - (second?.at ?? 0)];
    // A timer may be some milliseconds early; how late it is the machine's load decides.
    expect(waited[0]).toBeGreaterThan(RETRIES.firstMs * 0.95);
    expect(waited[1]).toBeGreaterThan(RETRIES.firstMs * RETRIES.factor * 0.95);
  });

  test('a transient failure does not delay other purchases', async () => {
    let othersEnded = false;
    const waiting = await concurrently(20, async () => {
      const purchase = engine.steps.plan({
        begin: () => {
          if (!othersEnded) throw unavailable();
          return true;
        },
      });
      await engine.workflow.start(purchase.id);
      return purchase;
    });
    await engine.letOthersPass();
    othersEnded = true;
    await Promise.all(waiting.map(({ ended }) => ended));
    for (const { steps } of waiting) expect(steps.at(-1)).toBe('complete');
  });
}

function finalFailures(engine: Engine): void {
  test.each(FINAL.map((error) => [error.code, error] as const))(
    'a final failure of begin is not retried, and the purchase is abandoned: %s',
    async (_, error) => {
      const purchase = await engine.run({ begin: failing(error) });
      await engine.letOthersPass();
      expect(purchase.steps).toEqual(['begin', 'abandon']);
      expect(purchase.calls.at(-1)?.reason).toBe(reasonOf(error));
    },
  );

  test.each(FINAL.map((error) => [error.code, error] as const))(
    'a final failure of complete is not retried, and the purchase is abandoned: %s',
    async (_, error) => {
      const purchase = await engine.run({ complete: failing(error) });
      await engine.letOthersPass();
      expect(purchase.steps).toEqual(['begin', 'complete', 'abandon']);
      expect(purchase.calls.at(-1)?.reason).toBe(reasonOf(error));
    },
  );

  test('a final failure may follow a transient one', async () => {
    const complete = failing(unavailable(), FINAL[1] as Error);
    const purchase = await engine.run({ complete });
    expect(purchase.steps).toEqual(['begin', 'complete', 'complete', 'abandon']);
    expect(purchase.calls.at(-1)?.reason).toBe(reasonOf(FINAL[1]));
  });
}

function many(engine: Engine): void {
  test('fifty purchases that are dispatched at once end once each', async () => {
    const purchases = await concurrently(50, () => engine.run());
    await engine.letOthersPass();
    for (const { steps } of purchases) expect(steps).toEqual(['begin', 'complete']);
  });

  test('many purchases end as their own steps say, whatever the others do', async () => {
    const scripts: [Script, string[]][] = [
      [{}, ['begin', 'complete']],
      [{ begin: () => false }, ['begin']],
      [{ begin: failing(unavailable()) }, ['begin', 'begin', 'complete']],
      [{ complete: failing(FINAL[0] as Error) }, ['begin', 'complete', 'abandon']],
    ];
    await concurrently(16, async (i) => {
      const [script, steps] = scripts[i % 4] as [Script, string[]];
      expect((await engine.run(script)).steps).toEqual(steps);
    });
  });
}
