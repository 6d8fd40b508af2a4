import { vi } from 'vitest';
import type { TestService } from './service.ts';

/** Days behind the demonstration of which it adds a purchase each. */
const DEMO_DAYS = 365;

/** Waits until the demonstration's year is there: it comes in parts, while the service serves already. */
export async function demonstrationComplete(
  { stores }: Pick<TestService, 'stores'>,
  timeout: number,
): Promise<void> {
  const year = async () => (await stores.purchases.count('completed')) > DEMO_DAYS;
  await vi.waitUntil(year, { timeout, interval: 500 });
}
