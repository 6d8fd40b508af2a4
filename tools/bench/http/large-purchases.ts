// What purchases of the largest size leave of memory in a service that also computes them.
import { setTimeout as pause } from 'node:timers/promises';
import { series } from '../dataset.ts';
import { startDemonstration } from '../processes.ts';
import { residentMegabytes } from './process-times.ts';

const ITEMS = 35_136;
const TIMES = 3;
/** From a purchase's completion until the memory that it leaves is looked at. */
const AFTER_MS = 15_000;
const POLL_MS = 200;
/** Limit of the service's resident memory by then, in MB of 2^20 bytes. */
const MAX_LEFT_MB = 300;

export interface LargePurchases {
  /** Resident memory of the service before the first, in MB. */
  readonly idleMb: number;
  /** The same some seconds after each. */
  readonly leftMb: readonly number[];
}

/** Submits large purchases to a service as `npm start` runs it, one after the other. */
export async function measureLargePurchases(): Promise<LargePurchases> {
  await using service = await startDemonstration();
  const { key, url } = service;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  await pause(AFTER_MS);
  const idleMb = await residentMegabytes(service.pid);
  const body = JSON.stringify({ purchase: series(ITEMS) });
  const leftMb: number[] = [];
  for (let i = 0; i < TIMES; i += 1) {
    await completeOne(`${url}/api/v0/user/bench`, headers, body);
    await pause(AFTER_MS);
    leftMb.push(await residentMegabytes(service.pid));
  }
  return { idleMb, leftMb };
}

/** Why the goal is missed; empty where it is met. */
export function missedMemory({ leftMb }: LargePurchases): string[] {
  return leftMb
    .filter((left) => left > MAX_LEFT_MB)
    .map((left) => `a purchase of ${ITEMS} items leaves ${left.toFixed(0)} MB, not ${MAX_LEFT_MB}`);
}

export function memoryTable({ idleMb, leftMb }: LargePurchases): string {
  const cells = [idleMb, ...leftMb].map((megabytes) => megabytes.toFixed(0));
  return [
    `| memory of a service (RSS, MB) | idle | after purchases of ${ITEMS} items, goal ${MAX_LEFT_MB} |`,
    '| --- | ---: | ---: |',
    `| with its engine and demonstration | ${cells[0]} | ${cells.slice(1).join(', ')} |`,
  ].join('\n');
}

/**
 * Submits a purchase, and waits until it is completed.
 *
 * @throws Error where it is not accepted or not completed.
 */
export async function completeOne(
  user: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<void> {
  const path = `${user}/submit-purchase?retailer_id=bench`;
  const response = await fetch(path, { method: 'POST', headers, body });
  if (response.status !== 201) throw new Error(`a purchase is answered ${response.status}`);
  for (;;) {
    await pause(POLL_MS);
    const page = await fetch(`${user}/purchases?limit=1`, { headers });
    const { purchases } = (await page.json()) as { purchases: readonly { status: string }[] };
    const status = purchases[0]?.status;
    if (status === 'completed') return;
    if (status !== 'pending' && status !== 'in_progress') throw new Error(`it is ${status}`);
  }
}
