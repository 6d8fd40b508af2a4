import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { askFor } from './on-demand.ts';
import { ownPort } from './own-address.ts';
import type { TemporalAccess, TemporalServer } from './temporal-server.ts';
import { startTemporalServer } from './temporal-server.ts';

export type { TemporalAccess };

/**
 * The Temporal server of the test run: take a task queue of your own. The first call of a
 * machine's life builds it, which takes some minutes: await it at the top of a test file, where no
 * timeout of a test or hook applies.
 */
export async function testTemporal(): Promise<TemporalAccess> {
  return askFor(inject('temporalOnDemandUrl'));
}

/** A server that a test may end and start again, at the same address, with what it knew. */
export class TestTemporalServer implements AsyncDisposable {
  readonly access: TemporalAccess;
  readonly #folder: string;
  #server: TemporalServer | undefined;

  /** Await {@link testTemporal} before, as the program may have to be built. */
  static async start(): Promise<TestTemporalServer> {
    const folder = await mkdtemp(join(tmpdir(), 'solano-test-temporal-'));
    try {
      const options = { durable: true, port: await ownPort() };
      return new TestTemporalServer(folder, await startTemporalServer(folder, options));
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  private constructor(folder: string, server: TemporalServer) {
    this.#folder = folder;
    this.#server = server;
    this.access = server.access;
  }

  /** Ends its process as a crash would. */
  async kill(): Promise<void> {
    await this.#server?.kill();
    this.#server = undefined;
  }

  /** Removes what it knew, while it is ended. */
  async loseData(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    await mkdir(this.#folder);
  }

  async start(): Promise<void> {
    const port = Number(this.access.address.split(':').at(-1));
    this.#server ??= await startTemporalServer(this.#folder, { durable: true, port });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
