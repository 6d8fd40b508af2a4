import { openEmbeddedServer } from '@solano/embedded-postgres';
import { inject } from 'vitest';
import { copyCluster } from './postgres-cluster.ts';

export interface TestServer extends AsyncDisposable {
  readonly url: string;
  close(): Promise<void>;
}

/** Puts an empty cluster into the folder of a test's own server. */
export function putTestCluster(folder: string): Promise<void> {
  return copyCluster(inject('postgresCluster'), folder);
}

/** A PostgreSQL server of a test's own, which it may stop. */
export function openTestServer(folder: string): Promise<TestServer> {
  return openEmbeddedServer(folder);
}
