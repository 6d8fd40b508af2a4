import { purchaseWorkflowCrashContract } from '@solano/domain/contracts';
import { purchaseJob } from '@solano/domain/desk/jobs';
import { messageJob } from '@solano/domain/service';
import { createTestDatabase } from '@solano/tools/test-database';
import { submitted } from '@solano/tools/test-engine';
import { type EnginePlan, EngineProcess } from '@solano/tools/test-engine-process';
import { TestRelay } from '@solano/tools/test-relay';
import { describe, expect, test } from 'vitest';
import { PostgresDatabase } from '../src/database/database.ts';
import { PostgresJobQueue } from '../src/jobs/queue.ts';

const WORKS = 'this process works on jobs';
const CARRIED_OUT = ['begin starts', 'begin ends', 'complete starts', 'complete ends'];
const PROCESS = new URL('./job-process.ts', import.meta.url);
/** What a worker that is dead, frozen or cut off has is done by another within five seconds, on a busy machine later. */
const RECOVERY_TIMEOUT_MS = 15_000;

type Plan = Omit<EnginePlan<string>, 'engine'>;

purchaseWorkflowCrashContract('postgres', openSite);

test('a webhook message under way when its process is killed is sent again', async () => {
  await using site = await openSite();
  const id = crypto.randomUUID();
  await site.queue.add([messageJob({ id, webhookId: 'w' })]);
  const first = site.start({ hold: 'send' });
  await first.saw('send starts', id);
  await first.end('SIGKILL');
  const second = site.start();
  await second.saw('send ends', id);
  expect([first.of(id), second.of(id)]).toEqual([['send starts'], ['send starts', 'send ends']]);
});

test('workers that are killed again and again settle every purchase once', {
  timeout: 90_000,
}, async () => {
  await using site = await openSite();
  const ids = await Promise.all(Array.from({ length: 5 }, () => submitted(site.workflow)));
  const steps = new Map(ids.map((id): [string, string[]] => [id, []]));
  const open = () => ids.filter((id) => !steps.get(id)?.includes('complete ends'));
  let kills = 0;
  for (let [id] = open(); id !== undefined; [id] = open()) {
    const worker = site.start({ stepMs: 20 });
    await worker.saw('complete ends', id);
    await worker.end('SIGKILL');
    kills += 1;
    for (const each of ids) steps.get(each)?.push(...worker.of(each));
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
  test('two processes on one database share the purchases, and run each once', async () => {
    await using site = await openSite();
    const [first, second] = await both(site, { stepMs: 5 });
    const ids: string[] = [];
    const left = () => ids.filter((id) => ![first, second].some((each) => hasCompleted(each, id)));
    // Until both have done some: on a busy machine one of them may have no turn for a while.
    while ([first, second].some(({ events }) => events.length <= 20)) {
      const added = Array.from({ length: 60 }, () => submitted(site.workflow));
      ids.push(...(await Promise.all(added)));
      await expect.poll(left).toEqual([]);
    }
    for (const id of ids) expect([...first.of(id), ...second.of(id)]).toHaveLength(4);
  });

  test.each(['SIGTERM', 'SIGKILL', 'SIGSTOP'] as const)(
    'two processes on one database do each other’s purchases some seconds after %s',
    async (signal) => {
      await using site = await openSite();
      const first = site.start({ hold: 'complete' });
      const id = await submitted(site.workflow);
      await first.saw('complete starts', id);
      const second = site.start();
      await second.saw(WORKS);
      const since = performance.now();
      if (signal === 'SIGSTOP') first.signal(signal);
      else void first.end(signal);
      await second.saw('complete starts', id);
      // A worker that ends in order waits five seconds for its steps, and gives back the rest.
      expect(performance.now() - since).toBeLessThan(RECOVERY_TIMEOUT_MS);
      await second.saw('complete ends', id);
      expect(second.of(id)).toEqual(CARRIED_OUT);
    },
  );

  test('the late reports of a frozen process are ignored', async () => {
    await using site = await openSite();
    const first = site.start({ hold: 'begin' });
    const id = await submitted(site.workflow);
    await first.saw('begin starts', id);
    first.signal('SIGSTOP');
    const second = site.start();
    await second.saw('complete starts', id);
    first.signal('SIGCONT');
    first.signal('SIGUSR2');
    await first.saw('begin ends', id);
    await second.saw('complete ends', id);
    await expect.poll(() => site.jobs()).toEqual([]);
    // Where it goes on before it knows, what it reports has no effect: the purchase is settled.
    expect(second.of(id)).toEqual(CARRIED_OUT);
    // It has another session, and works.
    await first.saw('the job queue is not available: retrying');
  });

  test('the purchases of a process that is cut off from the database are done by the other', async () => {
    await using site = await openSite();
    await using relay = await TestRelay.open(site.url);
    const first = site.start({ hold: 'complete' }, relay.url);
    const id = await submitted(site.workflow);
    await first.saw('complete starts', id);
    const second = site.start();
    await second.saw(WORKS);
    const since = performance.now();
    relay.silence();
    relay.pointTo(undefined);
    await second.saw('complete ends', id);
    expect(performance.now() - since).toBeLessThan(RECOVERY_TIMEOUT_MS);
  });
});

function hasCompleted(worker: EngineProcess<string>, id: string): boolean {
  return worker.of(id).includes('complete ends');
}

/** Two processes that work by the plan. */
async function both(site: Awaited<ReturnType<typeof openSite>>, plan: Plan) {
  const two = [site.start(plan), site.start(plan)] as const;
  for (const worker of two) await worker.saw(WORKS);
  return two;
}

/** A database, a queue, and processes with workers. Disposing of it kills them. */
async function openSite() {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTestDatabase());
  const database = opening.use(await PostgresDatabase.connect(url));
  const queue = new PostgresJobQueue(database, url);
  const opened = opening.move();
  return {
    url,
    queue,
    workflow: {
      start: (id: string) => queue.add([purchaseJob({ id, customerId: 'c' })]),
      check: async () => {},
    },
    jobs: () => database.run({ text: 'SELECT * FROM job' }, []),
    start: (plan: Plan = {}, engine = url) =>
      opened.use(new EngineProcess(PROCESS, { engine, ...plan })),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
