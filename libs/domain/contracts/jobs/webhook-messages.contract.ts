import { SolanoError } from '@solano/domain/kernel';
import type { DeliverySteps, Retries } from '@solano/domain/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { concurrently } from '../outcome.ts';
import type { JobEngine, OpenJobEngine } from './job-engine.ts';
import type { Script, ScriptedRun } from './scripted-steps.ts';
import { failing, heldStep, ScriptedDeliveries, ScriptedSteps } from './scripted-steps.ts';
import { type PlannedMessage, ScriptedEndpoints } from './webhook-endpoints.ts';

const QUICK: Retries = { firstMs: 50, factor: 2, longestMs: 200, forMs: 4_000 };

/** More than are sent at a time. */
const BURST = 80;

/** How a job queue sends webhook messages. The tests run at once: some wait for retries. */
export function webhookMessagesContract(name: string, open: OpenJobEngine): void {
  describe(`webhook messages: ${name}`, { concurrent: true }, () => {
    const engine = engineForSuite(open);
    describe('a delivery', () => {
      sequence(engine);
    });
    describe('a delivery that fails', () => {
      failures(engine);
    });
    describe('purchases', () => {
      purchases(engine);
    });
    describe('an endpoint', () => {
      endpoints(engine);
    });
  });
}

class Engine {
  readonly steps = new ScriptedSteps();
  readonly deliveries = new ScriptedDeliveries();
  readonly endpoints = new ScriptedEndpoints();
  jobs!: JobEngine;

  /** Enqueues a new delivery with this script, to a webhook of its own. */
  async deliver(script?: Script): Promise<ScriptedRun> {
    const delivery = this.deliveries.plan(script);
    await this.jobs.deliver(delivery.id, crypto.randomUUID());
    return delivery;
  }

  /** The same, to its end. */
  async run(script?: Script): Promise<ScriptedRun> {
    const delivery = await this.deliver(script);
    await delivery.ended;
    return delivery;
  }

  /** Runs a new purchase to its end. */
  async purchase(): Promise<ScriptedRun> {
    const purchase = this.steps.plan();
    await this.jobs.workflow.start(purchase.id);
    await purchase.ended;
    return purchase;
  }

  /** Runs other deliveries to their ends: what was still to come has its turn. */
  async letOthersPass(): Promise<void> {
    await concurrently(5, () => this.run());
  }
}

function engineForSuite(open: OpenJobEngine): Engine {
  const engine = new Engine();
  let jobs: JobEngine | undefined;
  beforeAll(async () => {
    const { steps } = engine;
    jobs = await open({ steps, deliveries: deliveriesOf(engine), deliveryRetries: QUICK });
    engine.jobs = jobs;
  });
  afterAll(() => jobs?.[Symbol.asyncDispose]());
  return engine;
}

/** Each passes over deliveries that are the other's. */
function deliveriesOf({ deliveries, endpoints }: Engine): DeliverySteps {
  return {
    async send(id, attempt) {
      await deliveries.send(id, attempt);
      await endpoints.send(id, attempt);
    },
    async abandon(id) {
      await deliveries.abandon(id);
      await endpoints.abandon(id);
    },
  };
}

function unavailable(): SolanoError {
  return new SolanoError('webhook_unavailable', 'The endpoint answered 500.');
}

function sequence(engine: Engine): void {
  test('a delivery is sent once', async () => {
    const delivery = await engine.run();
    await engine.letOthersPass();
    expect(delivery.steps).toEqual(['send']);
    expect(delivery.calls[0]?.attempt).toBe(1);
  });

  test('a delivery is accepted without waiting for its sending, within two seconds', async () => {
    const send = heldStep();
    const before = performance.now();
    const delivery = await engine.deliver({ send: send.step });
    expect(performance.now() - before).toBeLessThan(2_000);
    send.release();
    await delivery.ended;
  });

  test('a delivery that is added again while it is sent is sent once', async () => {
    const send = heldStep();
    const delivery = engine.deliveries.plan({ send: send.step });
    const webhook = crypto.randomUUID();
    await concurrently(10, () => engine.jobs.deliver(delivery.id, webhook));
    await send.called;
    await engine.jobs.deliver(delivery.id, webhook);
    await engine.letOthersPass();
    send.release();
    await delivery.ended;
    await engine.letOthersPass();
    expect(delivery.steps).toEqual(['send']);
  });
}

function failures(engine: Engine): void {
  test.each([
    ['webhook_unavailable', unavailable()],
    ['store_unavailable', new SolanoError('store_unavailable', 'The database is unavailable.')],
    ['a foreign error', new TypeError('odd')],
  ])(
    'a delivery that fails is sent again, with the number of the attempt: %s',
    async (_, error) => {
      const delivery = await engine.run({ send: failing(error, error) });
      await engine.letOthersPass();
      const tries = delivery.calls.map(({ step, attempt }) => `${step} ${attempt}`);
      expect(tries).toEqual(['send 1', 'send 2', 'send 3']);
    },
  );

  test('a delivery that fails is sent again after growing pauses', async () => {
    const { calls } = await engine.run({ send: failing(unavailable(), unavailable()) });
    const waits = calls.slice(1).map(({ at }, i) => at - (calls[i]?.at ?? 0));
    // A timer may be some milliseconds early; how late it is the machine's load decides.
    expect(waits[0]).toBeGreaterThan(QUICK.firstMs * 0.9);
    expect(waits[1]).toBeGreaterThan(QUICK.firstMs * QUICK.factor * 0.9);
  });

  test('a delivery is abandoned after the limit, and abandoning is retried until it works', async () => {
    const before = performance.now();
    const delivery = await engine.run({
      send() {
        throw unavailable();
      },
      abandon: failing(unavailable()),
    });
    expect(performance.now() - before).toBeGreaterThan(QUICK.forMs * 0.5);
    await engine.letOthersPass();
    const { steps } = delivery;
    expect(steps.filter((step) => step === 'send').length).toBeGreaterThan(2);
    expect(steps.slice(steps.indexOf('abandon'))).toEqual(['abandon', 'abandon']);
  });
}

function purchases(engine: Engine): void {
  test('purchases run while deliveries are being retried', async () => {
    let isDown = true;
    const send = () => {
      if (isDown) throw unavailable();
    };
    const waiting = await concurrently(BURST, () => engine.deliver({ send }));
    const [purchase] = await Promise.all([engine.purchase(), engine.letOthersPass()]);
    expect(purchase.steps).toEqual(['begin', 'complete']);
    isDown = false;
    await Promise.all(waiting.map(({ ended }) => ended));
  });

  test('purchases run while endpoints are slow', async () => {
    const released = Promise.withResolvers<void>();
    const waiting = await concurrently(BURST, () =>
      engine.deliver({ send: () => released.promise }),
    );
    const { steps } = await engine.purchase();
    expect(steps).toEqual(['begin', 'complete']);
    released.resolve();
    await Promise.all(waiting.map(({ ended }) => ended));
  });
}

function endpoints(engine: Engine): void {
  /** Adds as many messages to one endpoint at once. */
  const add = async (count: number, response: () => Promise<void>) => {
    const messages = engine.endpoints.plan(count, response);
    await Promise.all(messages.map(({ id, webhookId }) => engine.jobs.deliver(id, webhookId)));
    return messages;
  };
  const ends = (messages: readonly PlannedMessage[]) =>
    Promise.all(messages.map(({ settled }) => settled));

  test('an endpoint that hangs does not delay the messages of others', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const burst = await add(BURST, () => promise);
    const others = await add(3, async () => {});
    expect(await ends(others)).toEqual(['delivered', 'delivered', 'delivered']);
    resolve();
    await ends(burst);
  });

  test('sixty-four endpoints that hang do not delay the messages of others', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const hanging = await concurrently(64, () => add(5, () => promise));
    const others = await add(3, async () => {});
    expect(await ends(others)).toEqual(['delivered', 'delivered', 'delivered']);
    resolve();
    await ends(hanging.flat());
  });

  test('an endpoint is sent four messages at a time', async () => {
    let underWay = 0;
    let max = 0;
    const four = Promise.withResolvers<void>();
    const burst = await add(BURST, async () => {
      underWay += 1;
      max = Math.max(max, underWay);
      if (underWay === 4) four.resolve();
      await four.promise;
      await new Promise(setImmediate);
      underWay -= 1;
    });
    await ends(burst);
    expect(max).toBe(4);
  });

  test('an endpoint receives each message of a burst once', async () => {
    let responses = 0;
    const burst = await add(BURST, async () => {
      await new Promise(setImmediate);
      responses += 1;
    });
    expect(await ends(burst)).toEqual(burst.map(() => 'delivered'));
    expect(responses).toBe(BURST);
  });
}
