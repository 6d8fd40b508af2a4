import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Requests that are to be sent: first some to warm up, then, on request, those that count. */
export interface LoadJob {
  readonly port: number;
  /** The request as it goes over the wire. */
  readonly request: string;
  /** The expected status of every response. */
  readonly status: number;
  readonly connections: number;
  readonly warmUp: number;
  readonly count: number;
  /** Those that count are sent at this rate, and a latency counts from when its request was due. */
  readonly perSecond?: number;
}

export type LoadOrder = LoadJob | 'go';

/** Outcomes of the requests that count. */
export interface LoadResult {
  readonly seconds: number;
  readonly latenciesMs: readonly number[];
}

export type LoadResponse =
  | { readonly kind: 'warm' }
  | ({ readonly kind: 'done' } & LoadResult)
  | { readonly kind: 'failed'; readonly message: string };

const SCRIPT = fileURLToPath(import.meta.resolve('./load.ts'));

/** The process that sends requests. Disposing ends it. */
export class LoadGenerator implements AsyncDisposable {
  readonly #child = fork(SCRIPT);
  readonly #exit = once(this.#child, 'exit');

  /**
   * Does a job.
   *
   * @param whenWarm is called between the requests that warm up and those that count.
   * @throws Error where a connection breaks, or a response has another status.
   */
  async run(job: LoadJob, whenWarm: () => Promise<void>): Promise<LoadResult> {
    this.#child.send(job);
    const warm = await this.#response();
    if (warm.kind !== 'warm') throw new Error(`unexpected: ${warm.kind}`);
    await whenWarm();
    this.#child.send('go');
    const done = await this.#response();
    if (done.kind !== 'done') throw new Error(`unexpected: ${done.kind}`);
    return done;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill();
    await this.#exit;
  }

  async #response(): Promise<LoadResponse> {
    const gone = this.#exit.then(() => {
      throw new Error('the load generator has ended');
    });
    const received = once(this.#child, 'message').then(([message]) => message as LoadResponse);
    const response = await Promise.race([received, gone]);
    if (response.kind === 'failed') throw new Error(`load: ${response.message}`);
    return response;
  }
}
