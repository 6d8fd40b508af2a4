import { HOUR_MS } from '@solano/domain/kernel';
import type {
  AuditEntry,
  Job,
  JobClaim,
  JobQueue,
  NewJob,
  WorkerConnection,
  WorkerReport,
} from '@solano/domain/service';
import { describe, expect, test } from 'vitest';
import { anEntry } from '../examples.ts';
import { codeOf, concurrently, errorOf } from '../outcome.ts';

/** An empty queue. Disposing of it closes every handle on it. */
interface QueueFixture extends AsyncDisposable {
  readonly queue: JobQueue;
  /** A second handle on the same queue, as another process would have it. */
  reopen(): Promise<JobQueue>;
  /** The whole audit log. */
  entries(): Promise<AuditEntry[]>;
  /** Ends a connection as a lost connection does. */
  lose(connection: WorkerConnection): Promise<void>;
  /** Moves the queue's clock, backwards where negative. */
  moveClock(ms: number): Promise<void>;
}

export type OpenQueue = () => Promise<QueueFixture>;

const NOTHING = { ended: [], saved: [], due: [], claims: [] };
const QUIET = { onWork() {}, onLost() {} };

/** What every JobQueue does. Each test has a queue of its own. */
export function jobQueueContract(name: string, open: OpenQueue): void {
  describe(`JobQueue: ${name}`, () => {
    describe('jobs', () => {
      jobs(open);
    });
    describe('lanes', () => {
      lanes(open);
    });
    describe('times', () => {
      times(open);
    });
    describe('connections', () => {
      connections(open);
    });
  });
}

function aJob(subject: string, fields: Partial<NewJob> = {}): NewJob {
  return { kind: 'k', subject, lane: 'lane', ...fields };
}

function aClaim(fields: Partial<JobClaim> = {}): JobClaim {
  return { kind: 'k', limit: 100, concurrencyPerLane: Infinity, afterLane: '', ...fields };
}

/** Takes jobs and gives their subjects. */
async function taken(
  connection: WorkerConnection,
  claim: Partial<JobClaim> = {},
): Promise<string[]> {
  const report = await connection.reportAndClaim({ ...NOTHING, claims: [aClaim(claim)] });
  return report.map(({ subject }) => subject);
}

function saved(
  job: Job,
  fields: Partial<WorkerReport['saved'][number]> = {},
): WorkerReport['saved'][number] {
  const { lane: _, ...kept } = job;
  return { ...kept, due: 'now', ...fields };
}

function jobs(open: OpenQueue): void {
  test('jobs are claimed in the order in which they were added, with their state', async () => {
    await using fixture = await open();
    const { queue } = fixture;
    await queue.add(['b', 'a', 'c'].map((subject) => aJob(subject)));
    await queue.add([aJob('other', { kind: 'x' }), aJob('d')]);
    const connection = await queue.open(QUIET);
    expect(await taken(connection, { limit: 1 })).toEqual(['b']);
    const [first, ...rest] = await connection.reportAndClaim({ ...NOTHING, claims: [aClaim()] });
    const fresh = { step: '', reason: '', attempt: 1 };
    expect(first).toEqual({ kind: 'k', subject: 'a', lane: 'lane', ...fresh });
    expect(rest.map(({ subject }) => subject)).toEqual(['c', 'd']);
    expect(await taken(connection)).toEqual([]);
    await connection.close();
  });

  test('jobs of several kinds are claimed at once', async () => {
    await using fixture = await open();
    const { queue } = fixture;
    await queue.add([aJob('1'), aJob('1', { kind: 'x' }), aJob('2', { kind: 'x' })]);
    const connection = await queue.open(QUIET);
    const claims = [aClaim({ limit: 2 }), aClaim({ kind: 'x', limit: 1 })];
    const found = await connection.reportAndClaim({ ...NOTHING, claims });
    const names = found.map(({ kind, subject }) => `${kind} ${subject}`);
    expect(names.toSorted()).toEqual(['k 1', 'x 1']);
    await connection.close();
  });

  test('jobs are not duplicated when they are added again, also while they are under way', async () => {
    await using fixture = await open();
    const { queue } = fixture;
    await concurrently(20, () => queue.add([aJob('1')]));
    const connection = await queue.open(QUIET);
    expect(await taken(connection)).toEqual(['1']);
    await queue.add([aJob('1'), aJob('2')]);
    expect(await taken(connection)).toEqual(['2']);
    await connection.close();
  });

  test('each job is claimed once by two workers at once', async () => {
    await using fixture = await open();
    const { queue } = fixture;
    const other = await fixture.reopen();
    const subjects = Array.from({ length: 60 }, (_, i) => `${i}`);
    await queue.add(subjects.map((subject, i) => aJob(subject, { lane: `${i % 7}` })));
    const two = [await queue.open(QUIET), await other.open(QUIET)];
    const found = await Promise.all(
      two.map(async (connection) => {
        const own: string[] = [];
        for (let round = 0; round < 20; round += 1)
          own.push(...(await taken(connection, { limit: 3 })));
        return own;
      }),
    );
    expect(found.flat().toSorted()).toEqual(subjects.toSorted());
    await Promise.all(two.map((connection) => connection.close()));
  });

  test('jobs are stored with an audit entry, or neither is', async () => {
    await using fixture = await open();
    const { queue } = fixture;
    const entry = anEntry({ action: 'purchases.resubmit', subject: '1 purchases' });
    await queue.add([aJob('1')], entry);
    expect(await fixture.entries()).toEqual([entry]);
    const unstorable = anEntry({ subject: 'half of a pair \ud800' });
    expect(await codeOf(queue.add([aJob('2')], unstorable))).toBe('invalid_request');
    const connection = await queue.open(QUIET);
    expect(await taken(connection)).toEqual(['1']);
    expect(await fixture.entries()).toEqual([entry]);
    await connection.close();
  });

  test('jobs are deleted when they have ended, and may be added again', async () => {
    await using fixture = await open();
    const { queue } = fixture;
    await queue.add([aJob('1'), aJob('2')]);
    const connection = await queue.open(QUIET);
    await taken(connection);
    await connection.reportAndClaim({ ...NOTHING, ended: [{ kind: 'k', subject: '1' }] });
    await connection.close();
    const next = await queue.open(QUIET);
    expect(await taken(next)).toEqual(['2']);
    await queue.add([aJob('1')]);
    expect(await taken(next)).toEqual(['1']);
    await next.close();
  });

  test('jobs are claimed again with the state that they had when they were returned', async () => {
    await using fixture = await open();
    const { queue } = fixture;
    await queue.add([aJob('1')]);
    const connection = await queue.open(QUIET);
    const [job] = await connection.reportAndClaim({ ...NOTHING, claims: [aClaim()] });
    const state = { step: 'abandon', reason: 'It «failed» 🤷', attempt: 7 };
    const report = { ...NOTHING, saved: [saved(job as Job, state)], claims: [aClaim()] };
    expect(await connection.reportAndClaim(report)).toEqual([{ ...job, ...state }]);
    await connection.close();
  });
}

function lanes(open: OpenQueue): void {
  test('lanes take turns, however many jobs each has', async () => {
    await using fixture = await open();
    const { queue } = fixture;
    await queue.add(Array.from({ length: 50 }, (_, i) => aJob(`a${i}`, { lane: 'a' })));
    await queue.add([aJob('b0', { lane: 'b' }), aJob('c0', { lane: 'c' })]);
    await queue.add([aJob('b1', { lane: 'b' })]);
    const connection = await queue.open(QUIET);
    expect(await taken(connection, { limit: 2 })).toEqual(['a0', 'b0']);
    expect(await taken(connection, { limit: 2, afterLane: 'b' })).toEqual(['c0', 'a1']);
    expect(await taken(connection, { limit: 3, afterLane: 'a' })).toEqual(['b1', 'a2', 'a3']);
    await connection.close();
  });

  test('a lane has a limited number of jobs under way, over all connections', async () => {
    await using fixture = await open();
    const { queue } = fixture;
    const other = await fixture.reopen();
    await queue.add(Array.from({ length: 20 }, (_, i) => aJob(`a${i}`, { lane: 'a' })));
    await queue.add([aJob('b0', { lane: 'b' })]);
    const [one, two] = [await queue.open(QUIET), await other.open(QUIET)];
    const rounds = await concurrently(8, (i) =>
      taken(i % 2 ? one : two, { concurrencyPerLane: 4 }),
    );
    expect(rounds.flat().toSorted()).toEqual(['a0', 'a1', 'a2', 'a3', 'b0']);
    const ofA = (names: readonly string[]) => names.filter((name) => name !== 'b0').length;
    const held = ofA(rounds.filter((_, i) => i % 2 === 0).flat());
    await one.close();
    expect(ofA(await taken(two, { concurrencyPerLane: 4 }))).toBe(4 - held);
    await two.close();
  });
}

function times(open: OpenQueue): void {
  const polling = { maxDelayMs: HOUR_MS };

  test('a waiting job is claimed when its time has passed, by the next poll', async () => {
    await using fixture = await open();
    const { queue, connection, job } = await withOne(fixture);
    await connection.reportAndClaim({
      ...NOTHING,
      saved: [saved(job, { due: { afterMs: HOUR_MS / 2 } })],
    });
    expect(await taken(connection, polling)).toEqual([]);
    await fixture.moveClock(HOUR_MS / 2 + 1_000);
    expect(await taken(connection, polling)).toEqual(['1']);
    await connection.close();
    expect(await taken(await queue.open(QUIET))).toEqual(['1']);
  });

  test('a wait ends when a worker reports the attempt that it has counted to', async () => {
    await using fixture = await open();
    const { connection, job } = await withOne(fixture);
    const wait = saved(job, { attempt: 2, due: { afterMs: HOUR_MS } });
    await connection.reportAndClaim({ ...NOTHING, saved: [wait] });
    const due = (attempt: number) => [{ kind: 'k', subject: '1', attempt }];
    expect(
      await connection.reportAndClaim({ ...NOTHING, due: due(1), claims: [aClaim()] }),
    ).toEqual([]);
    const found = await connection.reportAndClaim({ ...NOTHING, due: due(2), claims: [aClaim()] });
    expect(found).toMatchObject([{ subject: '1', attempt: 2 }]);
    await connection.close();
  });

  test('a wait is over when the clock has stepped back by more than any pause', async () => {
    await using fixture = await open();
    const { connection, job } = await withOne(fixture);
    await connection.reportAndClaim({
      ...NOTHING,
      saved: [saved(job, { due: { afterMs: 1_000 } })],
    });
    await fixture.moveClock(-2 * HOUR_MS);
    expect(await taken(connection, polling)).toEqual(['1']);
    await connection.close();
  });

  test('a wait for an instant follows this process’s clock', async () => {
    await using fixture = await open();
    const { connection, job } = await withOne(fixture);
    const at = new Date(Date.now() + 24 * HOUR_MS);
    await connection.reportAndClaim({ ...NOTHING, saved: [saved(job, { due: { at } })] });
    const following = { maxDelayMs: 25 * HOUR_MS };
    await fixture.moveClock(23 * HOUR_MS);
    expect(await taken(connection, following)).toEqual([]);
    await fixture.moveClock(2 * HOUR_MS);
    expect(await taken(connection, following)).toEqual(['1']);
    await connection.close();
  });

  test('a wait is over for a job that is added again, unless it is under way', async () => {
    await using fixture = await open();
    const { queue, connection, job } = await withOne(fixture);
    await queue.add([aJob('1')]);
    expect(await taken(connection)).toEqual([]);
    await connection.reportAndClaim({
      ...NOTHING,
      saved: [saved(job, { due: { afterMs: HOUR_MS } })],
    });
    expect(await taken(connection)).toEqual([]);
    await queue.add([aJob('1')]);
    expect(await taken(connection)).toEqual(['1']);
    await connection.close();
  });
}

async function withOne({ queue }: QueueFixture) {
  await queue.add([aJob('1')]);
  const connection = await queue.open(QUIET);
  const [job] = await connection.reportAndClaim({ ...NOTHING, claims: [aClaim()] });
  return { queue, connection, job: job as Job };
}

function connections(open: OpenQueue): void {
  test('lost connections report it, can do nothing more, and release their jobs', async () => {
    await using fixture = await open();
    const other = await fixture.reopen();
    await fixture.queue.add([aJob('1')]);
    const lost = Promise.withResolvers<unknown>();
    const connection = await fixture.queue.open({ ...QUIET, onLost: lost.resolve });
    const [job] = await connection.reportAndClaim({ ...NOTHING, claims: [aClaim()] });
    const called = Promise.withResolvers<void>();
    const next = await other.open({ ...QUIET, onWork: called.resolve });
    await fixture.lose(connection);
    expect(await lost.promise).toBeInstanceOf(Error);
    await called.promise;
    expect(await next.reportAndClaim({ ...NOTHING, claims: [aClaim()] })).toEqual([job]);
    const ended = [{ kind: 'k', subject: '1' }];
    expect(await errorOf(connection.reportAndClaim({ ...NOTHING, ended }))).toMatchObject({
      code: 'store_unavailable',
    });
    await connection.close();
    await next.reportAndClaim({ ...NOTHING, saved: [saved(job as Job, { step: 'next' })] });
    expect(await next.reportAndClaim({ ...NOTHING, claims: [aClaim()] })).toEqual([
      { ...job, step: 'next' },
    ]);
    await next.close();
  });

  test('connections cannot change jobs that others have claimed', async () => {
    await using fixture = await open();
    const { queue, connection, job } = await withOne(fixture);
    const other = await queue.open(QUIET);
    const ended = [{ kind: 'k', subject: '1' }];
    await other.reportAndClaim({ ...NOTHING, ended, saved: [saved(job, { step: 'stolen' })] });
    expect(await taken(other)).toEqual([]);
    await connection.close();
    expect(await other.reportAndClaim({ ...NOTHING, claims: [aClaim()] })).toEqual([job]);
    await other.close();
  });

  test('connections are notified of jobs that another adds', async () => {
    await using fixture = await open();
    const called = Promise.withResolvers<void>();
    const connection = await fixture.queue.open({ ...QUIET, onWork: called.resolve });
    const other = await fixture.reopen();
    await other.add([aJob('1')]);
    await called.promise;
    expect(await taken(connection)).toEqual(['1']);
    await connection.close();
  });
}
