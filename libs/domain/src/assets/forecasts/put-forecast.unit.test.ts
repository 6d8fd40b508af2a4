import { MemoryObjectStore } from '@solano/memory';
import { expect, test } from 'vitest';
import { putForecast } from './put-forecast.ts';

const CUSTOMER = { id: 'c', name: 'c', folder: 'c', permissions: [] };

test('a forecast file is stored only after its audit entry', async () => {
  const objects = new MemoryObjectStore();
  const deps = { objects, clock: () => new Date('2026-11-22T09:00:00Z'), digest: String };
  const location = { form: 'latest' } as const;
  const file = { customer: CUSTOMER, location, fileName: 'a.csv', content: Buffer.from('a;b') };
  const put = (beforePut: (key: string) => Promise<void>) =>
    putForecast(deps, { ...file, beforePut });
  let written = '';
  const fails = async (key: string) => {
    written = key;
    throw new Error('the audit log is unavailable');
  };
  await expect(put(fails)).rejects.toThrow('the audit log is unavailable');
  expect(await objects.get(written)).toBeUndefined();
  expect(await put(async () => {})).toBe(written);
  expect(await objects.get(written)).toBeDefined();
});
