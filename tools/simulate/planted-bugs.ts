import type { PurchaseStore, UpdateDeps } from '@solano/domain/desk';
import type { PurchaseReport } from '@solano/domain/desk/jobs';
import type { JobQueue, WebhookStore, WorkerConnection } from '@solano/domain/service';
import type { MemoryDatabase } from '@solano/memory';
import {
  addingTrades,
  deletingValues,
  type EnergyReach,
  type EnergyStores,
  filesTwice,
  seriesBySeries,
} from './planted/energy.ts';
import { takingOthers, withoutCount, withoutFence, withoutPoll } from './planted/queues.ts';
import type { Reach } from './planted/stores.ts';
import {
  alwaysPending,
  auditAfterCommit,
  jobAfterCommit,
  keyAfterCommit,
  reopening,
  withOutputs,
} from './planted/stores.ts';

/** A bug, as wrappers of what the service is composed of: its own code stays as it is. */
export interface PlantedBug {
  /** The purchases as a process reaches them, in place of the store over its connection. */
  purchases?(reach: Reach): PurchaseStore;
  webhooks?(store: WebhookStore): WebhookStore;
  queue?(queue: JobQueue): JobQueue;
  /** A worker's connection in the database. */
  connection?(connection: WorkerConnection, memory: MemoryDatabase): WorkerConnection;
  /** The stores of measured energy as a process reaches them, where they have the bug. */
  energy?(reach: EnergyReach): EnergyStores;
  /** Dependencies of a process when the workflow reports. */
  receiver?(deps: UpdateDeps, report: PurchaseReport): UpdateDeps;
}

/** By name: what the simulation must find. */
export const PLANTED_BUGS: Readonly<Record<string, PlantedBug>> = {
  'unfenced-completion': { connection: withoutFence },
  'job-after-commit': { purchases: jobAfterCommit },
  'audit-after-commit': { purchases: auditAfterCommit },
  'late-in-progress': { receiver: reopening },
  'no-poll': { queue: withoutPoll },
  'delivery-doubled': { webhooks: alwaysPending },
  'key-after-commit': { purchases: keyAfterCommit },
  'older-outputs': { receiver: withOutputs },
  'retry-count': { connection: withoutCount },
  'two-takers': { connection: takingOthers },
  'file-in-parts': { energy: seriesBySeries },
  'file-twice': { energy: filesTwice },
  'values-deleted': { energy: deletingValues },
  'trades-added': { energy: addingTrades },
};
