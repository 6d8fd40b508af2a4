import { readdirSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { SolanoError } from '@solano/domain/kernel';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type OutageText, outageRows } from '../outages/outage-slices.ts';
import { OUTAGES } from '../outages/upload.ts';
import { SUBMISSION } from '../purchases/submit-purchase.ts';
import { UPDATE } from '../purchases/update-purchase.ts';
import { RECORD } from '../records/record-endpoints.ts';
import { bufferOf } from './buffer.ts';
import { ReaderThreads } from './reader-threads.ts';

const LARGE = 256 * 1024;
const PLANT = { name: 'Sierra', nominalCapacityMw: '50.000' };
const SERIES = '[{"datetime":"2026-11-22 00:15","purchase":1.50}]';
const DELIVERY = {
  deliversFrom: new Date('2026-11-21T22:15:00Z'),
  deliversTo: new Date('2026-11-21T23:15:00Z'),
};

let readers: ReaderThreads;
beforeAll(() => {
  readers = new ReaderThreads();
});
afterAll(() => readers[Symbol.asyncDispose]());

/** Returns a body of at least this size. */
const body = (members: string, bytes: number) => Buffer.from(`{${members}}`.padEnd(bytes));
const readerRequest = ({ length }: Uint8Array) => ({ caller: 'a', bytes: length });

function readSubmission(members: string, bytes: number) {
  const given = body(members, bytes);
  const input = { bytes: given, maxItems: 5, user: 'ana', retailer: 'r1', isRepeatable: true };
  return readers.read(SUBMISSION, input, readerRequest(given));
}

/** Whether this thread parses JSON while the work is done. */
async function parsesHere(work: () => Promise<unknown>): Promise<boolean> {
  expect(isMainThread).toBe(true);
  const parse = vi.spyOn(JSON, 'parse');
  try {
    await work();
    return parse.mock.calls.length > 0;
  } finally {
    parse.mockRestore();
  }
}

describe('a large body is read in a thread with the same result', () => {
  test('a submission has the same result', async () => {
    const members = `"purchase":${SERIES}`;
    const fingerprint = expect.stringMatching(/^[0-9a-f]{64}$/);
    const read = { rows: 1, ...DELIVERY, series: SERIES, fingerprint };
    const small = () => expect(readSubmission(members, 0)).resolves.toEqual(read);
    const large = () => expect(readSubmission(members, LARGE)).resolves.toEqual(read);
    expect([await parsesHere(small), await parsesHere(large)]).toEqual([true, false]);
  });

  test('an update has the same result', async () => {
    const outputs = '[{"idmodel":1,"value":{"MD":[]},"more": 1.50}]';
    const read = async (bytes: number) => {
      const given = body(`"outputs":${outputs},"status":"completed"`, bytes);
      const text = await readers.read(
        UPDATE,
        { bytes: given, maxValues: 100 },
        readerRequest(given),
      );
      const texts = text.outputs.map((out) => ({ ...out, json: bufferOf(out.json).toString() }));
      return { ...text, outputs: texts };
    };
    const expected = { outputs: [{ idmodel: 1, json: outputs.slice(1, -1) }], status: 'completed' };
    const small = () => expect(read(0)).resolves.toEqual(expected);
    const large = () => expect(read(LARGE)).resolves.toEqual(expected);
    expect([await parsesHere(small), await parsesHere(large)]).toEqual([true, false]);
  });

  test('a record has the same result', async () => {
    const read = (bytes: number) => {
      const given = body('"lat":40.50,"name":"","lon":200', bytes);
      return readers.read(
        RECORD,
        { bytes: given, kind: 'plant', isWhole: false },
        readerRequest(given),
      );
    };
    const expected = {
      messages: { name: [expect.stringContaining('blank')], lon: [expect.stringContaining('180')] },
      valid: { lat: '40.5000000' },
      isGood: false,
    };
    const small = () => expect(read(0)).resolves.toEqual(expected);
    const large = () => expect(read(LARGE)).resolves.toEqual(expected);
    expect([await parsesHere(small), await parsesHere(large)]).toEqual([true, false]);
  });
});

describe('an outage file', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, i) => {
      const [start, end] = [i, i + 1].map((at) => new Date(at * 900_000).toISOString());
      return `${start};${end};${i % 50}\n`;
    }).join('');
  const file = (text: string) => Buffer.from(`start;end;avail_qty\n${text}`);

  test('an outage file is read in a thread, and its rows are parsed slice by slice', async () => {
    const content = file(rows(2_500));
    const input = { content, plants: { only: PLANT } };
    const texts: OutageText[] = [];
    const read = async () => {
      texts.push(await readers.read(OUTAGES, input, readerRequest(content)));
    };
    expect(await parsesHere(read)).toBe(false);
    expect(content.length).toBeGreaterThan(0);
    const [text] = texts;
    expect(text).toMatchObject({ count: 2_500, slices: { length: 3 } });
    const fields = texts.flatMap((each) => [...outageRows(each).fields]);
    expect(fields).toHaveLength(2_500);
    expect(fields.at(-1)).toMatchObject({ plantName: 'Sierra', availablePowerMw: 49 });
  });

  test.each([
    ['a column missing', file('x;y;z\n'), /^line 1, column plant_id: missing$/],
    ['a row of fields without end', file(`x${';'.repeat(9_900_000)}`), /^line 2: .* 200 fields$/],
    ['other bytes than UTF-8', Buffer.from([0xff]), /^the file is not UTF-8$/],
  ])('an outage file is rejected with %s as without threads', async (_, content, problem) => {
    const rejected = readers.read(
      OUTAGES,
      { content, plants: { any: [PLANT] } },
      readerRequest(content),
    );
    const error = await rejected.catch((reason: unknown) => reason);
    if (!(error instanceof SolanoError)) throw error;
    expect(error.code).toBe('invalid_rows');
    expect(error.problems).toEqual([expect.stringMatching(problem)]);
  });
});

test('an object of 400,000 names is rejected for their number before it is parsed', async () => {
  const names = Array.from({ length: 400_000 }, (_, i) => `"name ${i}":1`);
  const message = 'Request body holds more than 50000 different names.';
  const input = { maxItems: 40_000, user: 'ana', retailer: 'r1', isRepeatable: false };
  const bytes = body(names.join(','), 0);
  const read = () =>
    expect(
      readers.read(SUBMISSION, { ...input, bytes }, readerRequest(bytes)),
    ).rejects.toMatchObject({
      code: 'invalid_request',
      message,
    });
  expect(await parsesHere(read)).toBe(false);
});

test('the body of an update is moved to the thread and back, and not copied', async () => {
  const outputs = [1, 2].map((idmodel) => ({ idmodel, value: { MD: [] } }));
  const bytes = body(`"outputs":${JSON.stringify(outputs)}`, LARGE);
  const { length } = bytes;
  const read = await readers.read(UPDATE, { bytes, maxValues: 100 }, readerRequest(bytes));
  expect(bytes).toHaveLength(0);
  const [first, second] = read.outputs;
  expect(first?.json.buffer.byteLength).toBe(length);
  expect(second?.json.buffer === first?.json.buffer).toBe(true);
});

test('a submission of more than a megabyte has a thread of its own, which ends with it', async () => {
  await using fresh = new ReaderThreads();
  const read = (bytes: Buffer) => {
    const input = { bytes, maxItems: 5, user: 'ana', retailer: 'r1', isRepeatable: false };
    return fresh.read(SUBMISSION, input, readerRequest(bytes));
  };
  const update = (bytes: Buffer) => {
    return fresh.read(UPDATE, { bytes, maxValues: 100 }, readerRequest(bytes));
  };
  const before = readdirSync('/proc/self/task');
  expect(await read(body(`"purchase":${SERIES}`, 4 * LARGE + 1))).toMatchObject({ rows: 1 });
  await update(body('"outputs":[]', 24 * LARGE + 1));
  await vi.waitFor(() => expect(workerThreads(before)).toEqual([]), 5_000);
  await read(body(`"purchase":${SERIES}`, LARGE));
  await update(body('"outputs":[]', 4 * LARGE + 1));
  expect(workerThreads(before)).toHaveLength(1);
});

/** The ids of this process's worker threads, but for some. */
function workerThreads(others: readonly string[]): string[] {
  const nameOf = (id: string) => readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim();
  const all = readdirSync('/proc/self/task').filter((id) => !others.includes(id));
  return all.filter((id) => nameOf(id) === 'WorkerThread');
}

test('a large body that finds no free thread in time is rejected, and no small one is', async () => {
  await using busy = new ReaderThreads({ maxWaitMs: 1 });
  const large = body(`"purchase":${SERIES}`, LARGE);
  const input = { maxItems: 5, user: 'ana', retailer: 'r1', isRepeatable: false };
  // A thread starts in more than a millisecond.
  const reads = Array.from({ length: 5 }, () =>
    busy.read(SUBMISSION, { ...input, bytes: large }, readerRequest(large)),
  );
  const settled = await Promise.allSettled(reads);
  expect(settled[0]).toMatchObject({ status: 'fulfilled' });
  expect(settled[4]).toMatchObject({ status: 'rejected', reason: { code: 'overloaded' } });
  const small = body(`"purchase":${SERIES}`, 0);
  const read = await busy.read(SUBMISSION, { ...input, bytes: small }, readerRequest(small));
  expect(read).toEqual({ rows: 1, ...DELIVERY, series: SERIES });
});

test('large input of some callers does not keep a smaller one of another waiting', async () => {
  await using busy = new ReaderThreads({ maxWaitMs: 1 });
  const read = (caller: string, size: number) => {
    const bytes = body(`"purchase":${SERIES}`, size);
    const input = { bytes, maxItems: 5, user: 'ana', retailer: 'r1', isRepeatable: false };
    return busy.read(SUBMISSION, input, { caller, bytes: bytes.length });
  };
  const large = Promise.allSettled(['a', 'b', 'c'].map((caller) => read(caller, 4 * LARGE + 1)));
  expect(await read('d', LARGE)).toMatchObject({ rows: 1 });
  const outcomes = (await large).map(({ status }) => status);
  expect(outcomes).toEqual(expect.arrayContaining(['fulfilled', 'rejected']));
});
