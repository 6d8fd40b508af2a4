import { type ObjectInfo, SolanoError } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { json } from '../http/response.ts';
import { withState } from './form-endpoints.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

function infoOf(key: string, age = 60_000): ObjectInfo {
  return { key, etag: 'e', modifiedAt: new Date(NOW.getTime() - age), size: 1 };
}

const fileOf = (info: ObjectInfo) => ({ name: info.key, segment: info.key, info });

/** Finds one thing after the other, the last one for ever. */
function finding<F>(first: F, ...others: readonly F[]) {
  const left = [first, ...others];
  return async () => (left.length > 1 ? left.shift() : left[0]) as F;
}

const respond = async (found: object) => json(found);

describe('the response to forecast files', () => {
  test('the response to forecast files holds while the same files are found', async () => {
    const [one, other] = [infoOf('a'), infoOf('b')];
    const { state } = await withState(() => NOW, finding(one, one, other), respond);
    expect(await state?.read()).toBe(state?.revision);
    expect(await state?.read()).not.toBe(state?.revision);
  });

  test.each([
    [5_000, true],
    [4_999, false],
    [-1_000, false],
  ])('the response to a file that changed %d ms ago is kept: %s', async (age, isKept) => {
    const files = [fileOf(infoOf('a')), fileOf(infoOf('b', age))];
    const { state } = await withState(() => NOW, finding(files), respond);
    expect(state !== undefined).toBe(isKept);
  });

  test('the response is made of what is there once a file that was found has gone', async () => {
    const find = finding(infoOf('old'), infoOf('new'));
    const made: string[] = [];
    const { state } = await withState(
      () => NOW,
      find,
      async (info) => {
        made.push(info.key);
        if (info.key === 'old') throw new SolanoError('objects_unavailable', 'It has gone.');
        return json(info);
      },
    );
    expect(made).toEqual(['old', 'new']);
    expect(await state?.read()).toBe(state?.revision);
  });

  test('the response fails as the first time where the same is found again', async () => {
    let calls = 0;
    const failed = withState(
      () => NOW,
      finding(infoOf('a')),
      async () => {
        calls += 1;
        throw new SolanoError('objects_unavailable', 'No folder.');
      },
    );
    await expect(failed).rejects.toThrow('No folder.');
    expect(calls).toBe(1);
  });
});
