// Processes of their own that run a workflow engine, so that a test can kill them.
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** What a process is to do. `engine` is what its engine is opened with. */
export interface EnginePlan<Engine> {
  readonly engine: Engine;
  /** A step that does not end before a SIGUSR2. */
  readonly hold?: string;
  /** How long each step takes. */
  readonly stepMs?: number;
  /** A step that fails for good. */
  readonly reject?: string;
  /** A purchase that has ended: its `begin` says no. */
  readonly settled?: string;
}

export interface EngineEvent {
  /** `<step> starts`, `<step> ends` or `log`. */
  readonly what: string;
  readonly id?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** A process that runs a script with a plan. Disposing of it kills it. */
export class EngineProcess<Engine> implements AsyncDisposable {
  readonly events: EngineEvent[] = [];
  readonly #process: ChildProcess;
  readonly #exit: Promise<unknown[]>;
  readonly #events = new EventEmitter();

  /** @param script reads its plan by {@link plannedEngine}. */
  constructor(script: URL, plan: EnginePlan<Engine>) {
    const args = [fileURLToPath(script), JSON.stringify(plan)];
    this.#process = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#exit = once(this.#process, 'exit');
    this.#events.setMaxListeners(0);
    createInterface({ input: this.#process.stdout as NodeJS.ReadStream }).on('line', (line) => {
      this.events.push(JSON.parse(line) as EngineEvent);
      this.#events.emit('event');
    });
  }

  /** Waits for an event, or sees that it has been. */
  async saw(what: string, id?: string): Promise<EngineEvent> {
    for (;;) {
      const is = (event: EngineEvent) => event.what === what || event.message === what;
      const seen = this.events.find((event) => is(event) && (id === undefined || event.id === id));
      if (seen) return seen;
      await once(this.#events, 'event');
    }
  }

  /** What the steps did for a purchase or a webhook message, in order. */
  of(id: string): string[] {
    return this.events.filter((event) => event.id === id).map(({ what }) => what);
  }

  /** Suspends or resumes the process, or ends the step that it holds. */
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGUSR2'): void {
    this.#process.kill(signal);
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

/**
 * In such a process: its engine's options, and steps and a log that write to standard output.
 *
 * @param rejection the error of a step that fails for good.
 */
export function plannedEngine<Engine>(rejection: () => Error) {
  const plan = JSON.parse(process.argv[2] ?? '') as EnginePlan<Engine>;
  const step = async (name: string, id: string, reason?: string) => {
    const released = plan.hold === name ? once(process, 'SIGUSR2') : undefined;
    writeEvent({ what: `${name} starts`, id, ...(reason === undefined ? {} : { reason }) });
    await released;
    if (plan.stepMs !== undefined) await pause(plan.stepMs);
    if (plan.reject === name) throw rejection();
    writeEvent({ what: `${name} ends`, id });
  };
  const log = (_: object, message: string) => writeEvent({ what: 'log', message });
  return {
    engine: plan.engine,
    steps: {
      async begin(id: string) {
        await step('begin', id);
        return id !== plan.settled;
      },
      complete: (id: string) => step('complete', id),
      abandon: (id: string, reason: string) => step('abandon', id, reason),
    },
    deliveries: {
      send: (id: string) => step('send', id),
      abandon: (id: string) => step('abandon', id),
    },
    log: { info: log, warn: log, error: log },
    timers: {
      after(ms: number, run: () => void) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
  };
}

function writeEvent(event: EngineEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}
