import type { Request, Response } from 'express';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MinuteRateLimit } from './rate-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Counts a request: the headers of its response, and the status of the rejection. */
async function count(request: (res: Response) => Promise<void>) {
  const headers: Record<string, string> = {};
  const res = { setHeader: (name: string, value: string) => (headers[name] = value) };
  const outcome = await request(res as unknown as Response).then(
    () => 'passed',
    ({ status }: { status: number }) => status,
  );
  return { outcome, headers };
}

const from = (ip: string) => ({ ip }) as Request;

test('the keys of a customer have their requests, then none until the minute is over', async () => {
  const limit = new MinuteRateLimit(2);
  const ask = () => count((res) => limit.countCustomer('key', { id: 'c' }, res));
  const policy = { 'RateLimit-Policy': '"default";q=2;w=60' };
  expect(await ask()).toEqual({
    outcome: 'passed',
    headers: { ...policy, RateLimit: '"default";r=1;t=60' },
  });
  vi.advanceTimersByTime(20_500);
  expect(await ask()).toEqual({
    outcome: 'passed',
    headers: { ...policy, RateLimit: '"default";r=0;t=40' },
  });
  vi.advanceTimersByTime(39_400);
  expect(await ask()).toEqual({
    outcome: 429,
    headers: { ...policy, RateLimit: '"default";r=0;t=1', 'Retry-After': '1' },
  });
  vi.advanceTimersByTime(100);
  expect(await ask()).toMatchObject({
    outcome: 'passed',
    headers: { RateLimit: '"default";r=1;t=60' },
  });
});

test('requests of an address without a key are counted by their kind', async () => {
  const limit = new MinuteRateLimit(1);
  const page = () => count((res) => limit.countAddress('page', from('192.0.2.1'), res));
  const badKey = () => count((res) => limit.countAddress('credentials', from('192.0.2.1'), res));
  expect(await page()).toMatchObject({ outcome: 'passed' });
  expect(await page()).toMatchObject({ outcome: 429, headers: { 'Retry-After': '60' } });
  expect(await badKey()).toMatchObject({ outcome: 'passed' });
});

test('each customer has its own counters, whatever else comes from its address', async () => {
  const limit = new MinuteRateLimit(1);
  const key = (id: string) => count((res) => limit.countCustomer('key', { id }, res));
  const session = (id: string) => count((res) => limit.countCustomer('session', { id }, res));
  const address = (ip: string) => count((res) => limit.countAddress('credentials', from(ip), res));
  expect(await address('192.0.2.1')).toEqual({ outcome: 'passed', headers: {} });
  expect(await address('::ffff:192.0.2.1')).toEqual({
    outcome: 429,
    headers: {
      'RateLimit-Policy': '"default";q=1;w=60',
      RateLimit: '"default";r=0;t=60',
      'Retry-After': '60',
    },
  });
  expect(await address('2001:db8::1')).toMatchObject({ outcome: 'passed' });
  expect(await address('2001:db8::2')).toMatchObject({ outcome: 429 });
  expect(await key('192.0.2.1')).toMatchObject({ outcome: 'passed' });
  expect(await key('a')).toMatchObject({ outcome: 'passed' });
  expect(await key('a')).toMatchObject({ outcome: 429 });
  expect(await session('a')).toMatchObject({ outcome: 'passed' });
  expect(await session('a')).toMatchObject({ outcome: 429 });
});

test('an address that has reached a limit is rejected, and its requests are not counted', async () => {
  const limit = new MinuteRateLimit(1);
  const code = () => count((res) => limit.countAddress('sign-in', from('192.0.2.1'), res));
  const ask = (ip: string) => count((res) => limit.requireAddress('sign-in', from(ip), res));
  for (let i = 0; i < 3; i += 1) {
    expect(await ask('192.0.2.1')).toEqual({ outcome: 'passed', headers: {} });
  }
  await code();
  expect(await ask('192.0.2.1')).toMatchObject({ outcome: 429, headers: { 'Retry-After': '60' } });
  expect(await ask('192.0.2.2')).toMatchObject({ outcome: 'passed' });
});

test('very many addresses share counters', async () => {
  const limit = new MinuteRateLimit(1_000);
  for (let i = 0; i < 40_000; i += 1) {
    await count((res) =>
      limit.countAddress('credentials', from(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`), res),
    );
  }
  expect(vi.getTimerCount()).toBeLessThanOrEqual(16_384);
});

test('a limit of 0 counts nothing', async () => {
  const limit = new MinuteRateLimit(0);
  for (const request of [
    (res: Response) => limit.countCustomer('key', { id: 'c' }, res),
    (res: Response) => limit.requireAddress('sign-in', from('192.0.2.1'), res),
    (res: Response) => limit.countAddress('credentials', from('192.0.2.1'), res),
  ]) {
    expect(await count(request)).toEqual({ outcome: 'passed', headers: {} });
  }
});
