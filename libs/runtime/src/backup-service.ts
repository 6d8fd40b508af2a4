import { MessageChannel } from 'node:worker_threads';
import { Threads, withTimeout } from '@solano/async';
import type { Config } from '@solano/config';
import type { Log, ObjectStore } from '@solano/domain/kernel';
import type { BackupState } from '@solano/domain/operations';
import type { BackupThreadTask, FromThread, ToThread } from './backup-thread.ts';

const SCRIPT = new URL('./backup-thread.ts', import.meta.url);
/** How long the thread may take to archive the last changes. */
const CLOSE_TIMEOUT_MS = 4_000;
const RESTART_PAUSE_MS = 10_000;

/**
 * Keeps backups in a thread: what it compresses and encrypts would keep requests waiting. A thread
 * that ends by itself is started again.
 */
export class BackupService implements AsyncDisposable {
  readonly #config: Config;
  readonly #databaseUrl: string;
  readonly #log: Log;
  readonly #threads = new Threads<BackupThreadTask, void, FromThread>(SCRIPT, 'keepBackups');
  #isClosing = false;
  #state: BackupState | undefined;
  #post: (message: ToThread) => void = () => {};
  #running: Promise<void>;

  constructor(config: Config, databaseUrl: string, log: Log) {
    this.#config = config;
    this.#databaseUrl = databaseUrl;
    this.#log = log;
    this.#running = this.#run();
  }

  /** Undefined until the thread has looked. */
  get state(): BackupState | undefined {
    return this.#state;
  }

  /** Archives objects soon after they are put into the store, from now on. Returns the store. */
  watching<Store extends ObjectStore>(store: Store): Store {
    const storePut = store.put.bind(store);
    const put: ObjectStore['put'] = async (key, content, contentType) => {
      await storePut(key, content, contentType);
      this.#post({ put: key });
    };
    return Object.assign(store, { put });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true;
    this.#post({ close: true });
    await withTimeout(CLOSE_TIMEOUT_MS, this.#running).catch(() => undefined);
    await this.#threads[Symbol.asyncDispose]();
  }

  /** Runs the thread, until it is closed or fails. */
  async #run(): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    this.#post = (message) => port1.postMessage(message);
    const task = { config: this.#config, databaseUrl: this.#databaseUrl, port: port2 };
    const onProgress = (message: FromThread) => {
      if ('state' in message) this.#state = message.state;
      else this.#log[message.log.level](message.log.fields, message.log.message);
    };
    try {
      await this.#threads.run(task, { moved: [port2], onProgress, isLarge: true });
    } catch (err) {
      if (this.#isClosing) return;
      this.#log.error({ err }, 'the thread of the backups ended');
      setTimeout(() => {
        if (!this.#isClosing) this.#running = this.#run();
      }, RESTART_PAUSE_MS).unref();
    } finally {
      port1.close();
    }
  }
}
