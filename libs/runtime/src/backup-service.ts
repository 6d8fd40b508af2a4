import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { withTimeout } from '@solano/async';
import type { Config } from '@solano/config';
import type { BackupState, Log, ObjectStore } from '@solano/domain';

export type ToThread = { readonly put: string } | { readonly close: true };
export type FromThread =
  | { readonly state: BackupState }
  | {
      readonly log: {
        readonly level: 'info' | 'warn' | 'error';
        readonly fields: object;
        readonly message: string;
      };
    };

/** How long the thread may take to archive the last changes. */
const CLOSE_TIMEOUT_MS = 4_000;
const RESTART_PAUSE_MS = 10_000;

/**
 * Keeps backups in a thread: what it compresses and encrypts would keep requests waiting. A thread
 * that ends by itself is started again.
 */
export class BackupService implements AsyncDisposable {
  readonly #start: () => Worker;
  readonly #log: Log;
  #thread: Worker;
  #isClosing = false;
  #state: BackupState | undefined;

  constructor(config: Config, databaseUrl: string, log: Log) {
    const script = new URL('./backup-thread.ts', import.meta.url);
    this.#start = () => new Worker(script, { workerData: { config, databaseUrl } });
    this.#log = log;
    this.#thread = this.#watched();
  }

  /** Undefined until the thread has looked. */
  get state(): BackupState | undefined {
    return this.#state;
  }

  /** The store; objects that are put into it are archived soon. */
  watching<Store extends ObjectStore>(store: Store): Store {
    return new Proxy(store, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        if (name !== 'put') return value.bind(target) as unknown;
        return async (...args: Parameters<ObjectStore['put']>) => {
          await target.put(...args);
          this.#thread.postMessage({ put: args[0] } satisfies ToThread);
        };
      },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true;
    const ended = once(this.#thread, 'exit');
    this.#thread.postMessage({ close: true } satisfies ToThread);
    await withTimeout(CLOSE_TIMEOUT_MS, ended).catch(() => undefined);
    await this.#thread.terminate();
  }

  #watched(): Worker {
    const thread = this.#start();
    thread.on('message', (message: FromThread) => {
      if ('state' in message) this.#state = message.state;
      else this.#log[message.log.level](message.log.fields, message.log.message);
    });
    thread.on('error', (err) => this.#log.error({ err }, 'the thread of the backups ended'));
    thread.on('exit', () => {
      if (this.#isClosing) return;
      setTimeout(() => {
        if (!this.#isClosing) this.#thread = this.#watched();
      }, RESTART_PAUSE_MS).unref();
    });
    return thread;
  }
}
