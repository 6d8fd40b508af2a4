import { randomUUID } from 'node:crypto';
import type { TemporalAccess } from '@solano/tools/test-temporal';
import type { TemporalCluster } from './cluster.ts';

/** A test's own part of a server: nobody else takes from its task queue. */
export function aCluster(access: TemporalAccess): TemporalCluster {
  return { ...access, taskQueue: randomUUID(), tls: false };
}
