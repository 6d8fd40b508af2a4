import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { TestRelay } from '../servers/test-relay.ts';

/** A program of the service that is started again whenever it ends, with a way of its own to the database. */
export class ChaoticProcess implements AsyncDisposable {
  readonly relay: TestRelay;
  readonly #script: URL;
  readonly #environment: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #isClosing = false;
  #running: Promise<void> | undefined;
  /** Where an API listens; undefined while it does not. */
  url: string | undefined;

  static async start(
    script: URL,
    databaseUrl: string,
    environment: Readonly<Record<string, string>>,
  ): Promise<ChaoticProcess> {
    const relay = await TestRelay.open(databaseUrl);
    const started = new ChaoticProcess(script, relay, environment);
    started.#running = started.#keepRunning();
    return started;
  }

  private constructor(
    script: URL,
    relay: TestRelay,
    environment: Readonly<Record<string, string>>,
  ) {
    this.relay = relay;
    this.#script = script;
    this.#environment = environment;
  }

  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  /** Stops it in the middle of whatever it does, for so long. */
  async freeze(ms: number): Promise<void> {
    const frozen = this.#child;
    frozen?.kill('SIGSTOP');
    await pause(ms);
    frozen?.kill('SIGCONT');
  }

  /** Leaves its connections to the database open for so long, and passes nothing on. */
  async cutOff(ms: number): Promise<void> {
    this.relay.silence();
    await pause(ms);
    this.relay.cut();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true;
    this.kill();
    // It may be between two children.
    await this.#running;
    await this.relay.close();
  }

  async #keepRunning(): Promise<void> {
    while (!this.#isClosing) {
      const child = spawn(process.execPath, [fileURLToPath(this.#script)], {
        env: { ...process.env, ...this.#environment, DATABASE_URL: this.relay.url },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      this.#child = child;
      createInterface({ input: child.stdout }).on('line', (line) => {
        this.url ??= /^API: (.*)\/api\/v0\/$/.exec(line)?.[1];
      });
      await once(child, 'exit');
      this.url = undefined;
      // The database may be unavailable, without which an API does not start.
      await pause(200);
    }
  }
}
