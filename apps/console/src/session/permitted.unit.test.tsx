import { expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { permitted } from './permitted.ts';
import { session } from './session.ts';

it('Data whose scope the key lacks are not requested', async () => {
  session.set({ ...session.value, scopes: ['read'] } as never);
  let requests = 0;
  const load = async () => {
    requests += 1;
    return 'data';
  };
  const rejected = await permitted('keys', load).catch((error: unknown) => error);
  expect(rejected).toBeInstanceOf(ApiError);
  expect(rejected).toMatchObject({ status: 403, needs: 'keys' });
  expect(requests).toBe(0);
  expect(await permitted('read', load)).toBe('data');
});

it('Prices that the customer may not read are not requested; the key is not what is missing', async () => {
  const load = async () => 'data';
  session.set({ ...session.value, permissions: [] } as never);
  const rejected = await permitted('prices', load).catch((error: unknown) => error);
  expect(rejected).toMatchObject({ status: 403, needs: undefined });
  expect(await permitted('read', load)).toBe('data');
  session.set({ ...session.value, permissions: ['prices'] } as never);
  expect(await permitted('prices', load)).toBe('data');
});
