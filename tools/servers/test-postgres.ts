import { openEmbeddedServer } from '@solano/embedded-postgres';

export interface TestServer extends AsyncDisposable {
  readonly url: string;
  close(): Promise<void>;
}

/** A PostgreSQL server of a test's own, which it may stop. */
export function openTestServer(folder: string): Promise<TestServer> {
  return openEmbeddedServer(folder);
}
