import { fileURLToPath } from 'node:url';
import { SolanoError } from '@solano/domain';
import { Piscina } from 'piscina';
import type { UpdateAnswer, UpdateText } from './update-text.ts';
import { readUpdate } from './update-text.ts';

/** Smaller bodies take a few milliseconds, and a thread would cost as much. */
const SMALL_BYTES = 256 * 1024;
/** How long the thread is kept without work: a new one takes a third of a second. */
const IDLE_MS = 60_000;

/**
 * Reads bodies of updates. The outputs of a month take tens of milliseconds, in which nobody else
 * would be answered: large ones are read in a thread.
 */
export class UpdateReader implements AsyncDisposable {
  readonly #thread = new Piscina<Uint8Array, UpdateAnswer>({
    filename: fileURLToPath(new URL('./update-text.ts', import.meta.url)),
    name: 'readUpdateInThread',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  });

  /** Errors: `invalid_request`. */
  async read(bytes: Buffer): Promise<UpdateText> {
    if (bytes.length < SMALL_BYTES) return readUpdate(bytes);
    const answer = await this.#thread.run(bytes);
    if ('refusal' in answer) throw new SolanoError('invalid_request', answer.refusal);
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread.destroy();
  }
}
