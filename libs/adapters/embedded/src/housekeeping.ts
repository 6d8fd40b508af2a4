import { setTimeout as pause } from 'node:timers/promises';
import { DBOS } from '@dbos-inc/dbos-sdk';
import type { Log } from '@solano/domain';
import { DELIVERIES, PURCHASES } from './settings.ts';

const BETWEEN_ROUNDS_MS = 10_000;
/** Once an hour. */
const ROUNDS_BETWEEN_PURGES = 360;

/** How long a finished workflow is remembered, and so not run again. */
const REMEMBERED_MS = 7 * 24 * 3_600_000;
const PURGED_AT_ONCE = 500;

/** Does what DBOS leaves undone, until the signal is aborted. */
export async function keepHouse(
  isRunning: (id: string) => boolean,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  for (let round = 0; !signal.aborted; round += 1) {
    try {
      await resumeStrays(isRunning);
      if (round % ROUNDS_BETWEEN_PURGES === 0) await purge();
    } catch (err) {
      if (!signal.aborted) log.warn({ engine: 'dbos', err }, 'housekeeping of the engine failed');
    }
    await pause(BETWEEN_ROUNDS_MS, undefined, { signal }).catch(() => {});
  }
}

/**
 * Puts workflows back in the queue that are marked as running and are not: DBOS itself looks for
 * them only at a launch. A claim whose commit was not heard of before the connection broke is
 * one, and what an engine that lost its lock still claimed another.
 */
async function resumeStrays(isRunning: (id: string) => boolean): Promise<void> {
  const marked = await DBOS.listWorkflows({
    status: 'PENDING',
    dequeuedBefore: ago(BETWEEN_ROUNDS_MS),
    loadInput: false,
    loadOutput: false,
  });
  const strays = marked.filter(({ workflowID }) => !isRunning(workflowID));
  for (const { workflow, queue: queueName } of [PURCHASES, DELIVERIES]) {
    const own = strays.filter(({ workflowName }) => workflowName === workflow);
    const ids = own.map(({ workflowID }) => workflowID);
    if (ids.length > 0) await DBOS.resumeWorkflows(ids, { queueName });
  }
}

/** DBOS keeps finished workflows for ever; nothing but a second hand-over asks for them. */
async function purge(): Promise<void> {
  for (;;) {
    const old = await DBOS.listWorkflows({
      status: ['SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED'],
      completedBefore: ago(REMEMBERED_MS),
      limit: PURGED_AT_ONCE,
      loadInput: false,
      loadOutput: false,
    });
    if (old.length === 0) return;
    await DBOS.deleteWorkflows(old.map(({ workflowID }) => workflowID));
  }
}

function ago(ms: number): string {
  return new Date(Date.now() - ms).toISOString();
}
