import { randomUUID } from 'node:crypto';
import type { TemporalAccess } from '@solano/tools/test-temporal';
import { workflowBundle } from '../src/bundle.ts';
import type { TemporalCluster } from '../src/cluster.ts';

// Made, if need be, before the tests: it would keep their process from its work for seconds.
await workflowBundle();

/** For tests that are not about a cluster that does not respond: it may take long on a busy machine. */
export const UNHURRIED = { timeoutMs: 60_000 };

/** A test's own part of a server, with a task queue of its own. */
export function aCluster(access: TemporalAccess): TemporalCluster {
  return { ...access, taskQueue: randomUUID(), tls: false };
}
