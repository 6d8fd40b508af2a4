import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface EnginePlan {
  readonly url: string;
  /** A step that never ends. */
  readonly hold?: string;
  /** How long each step takes. */
  readonly stepMs?: number;
  /** A step that fails for good. */
  readonly refuse?: string;
}

export interface EngineEvent {
  /** `<step> starts`, `<step> ends` or `log`. */
  readonly what: string;
  readonly id?: string;
  readonly reason?: string;
  readonly message?: string;
}

const SCRIPT = fileURLToPath(new URL('./test-engine.ts', import.meta.url));

/** A process of its own that runs an engine. Disposing of it kills it. */
export class EngineProcess implements AsyncDisposable {
  readonly events: EngineEvent[] = [];
  readonly #process: ChildProcess;
  readonly #exit: Promise<unknown[]>;
  readonly #heard = new EventEmitter();

  constructor(plan: EnginePlan) {
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    this.#process = spawn(process.execPath, [SCRIPT, JSON.stringify(plan)], { stdio: [...stdio] });
    this.#exit = once(this.#process, 'exit');
    createInterface({ input: this.#process.stdout as NodeJS.ReadStream }).on('line', (line) => {
      this.events.push(JSON.parse(line) as EngineEvent);
      this.#heard.emit('event');
    });
  }

  /** Waits for an event, or sees that it has been. */
  async saw(what: string, id?: string): Promise<EngineEvent> {
    for (;;) {
      const is = (event: EngineEvent) => event.what === what || event.message === what;
      const seen = this.events.find((event) => is(event) && (id === undefined || event.id === id));
      if (seen) return seen;
      await once(this.#heard, 'event');
    }
  }

  /** What the steps did for a purchase, in order. */
  of(id: string): string[] {
    return this.events.filter((event) => event.id === id).map(({ what }) => what);
  }

  /** Sends the signal and gives the exit code, null where the signal ended the process. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    this.#process.kill(signal);
    const [code] = await this.#exit;
    return code as number | null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode === null) await this.end('SIGKILL');
  }
}
