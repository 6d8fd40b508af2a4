import { withTimeout } from '@solano/async';
import type { Log, ObjectStore } from '@solano/domain/kernel';
import type { JobWorker } from '@solano/domain/service';

/** Whether one part of the service works; `reason` is fit for a public response. */
export type CheckResult = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** Whether the service can serve, with the state of each part that it needs. */
export interface Readiness {
  readonly status: 'ready' | 'not ready';
  readonly checks: Readonly<Record<Part, CheckResult>>;
}

const PARTS = ['database', 'objects', 'engine'] as const;
export type Part = (typeof PARTS)[number];

/** Each check rejects if its part does not work. */
export type Checks = Readonly<Record<Part, () => Promise<unknown>>>;

/** No customer's folder begins with this character: the listing is empty. */
const PROBE_FOLDER = '@readyz/';

const REASONS: Readonly<Record<Part, string>> = {
  database: 'The database does not accept writes.',
  objects: 'The object store does not answer.',
  engine: 'The workflow engine does not take purchases at the moment.',
};
const CLOSING = 'The service is stopping.';

const TIMEOUT_MS = 2_000;
const INTERVAL_MS = 5_000;
/**
 * Failures in a row that make a part fail: a single slow response must not remove an API from its
 * load balancer.
 */
const MAX_FAILURES = 2;

/** Checks what computes purchases, for the service's health: its own jobs, once they run, and an external engine. */
export class EngineCheck {
  worker: JobWorker | undefined;
  readonly #dispatch: { check(): Promise<void> } | undefined;

  constructor(dispatch: { check(): Promise<void> } | undefined) {
    this.#dispatch = dispatch;
  }

  async check(): Promise<void> {
    await Promise.all([this.worker?.check(), this.#dispatch?.check()]);
  }
}

/** Probes the parts of the service in the background. Changes are logged. */
export class Health implements Disposable {
  readonly #probes: Readonly<Record<Part, Probe>>;
  readonly #timer: NodeJS.Timeout;
  #isClosing = false;

  private constructor(probes: Readonly<Record<Part, Probe>>) {
    this.#probes = probes;
    this.#timer = setInterval(() => {
      for (const part of PARTS) void probes[part].ask();
    }, INTERVAL_MS);
  }

  /** Probes every part once, which takes 2 s at most, and then every 5 s until it is disposed. */
  static async watch(checks: Checks, log: Log): Promise<Health> {
    const probes = byPart((part) => new Probe(part, checks[part], log));
    await Promise.all(PARTS.map((part) => probes[part].ask()));
    return new Health(probes);
  }

  /** Returns the results of the last probes, without a new one. */
  readiness(): Readiness {
    const checks = byPart((part) => this.#result(part));
    const isReady = PARTS.every((part) => checks[part].ok);
    return { status: isReady ? 'ready' : 'not ready', checks };
  }

  /** Makes the service not ready from now on, whatever the state of its parts. */
  [Symbol.dispose](): void {
    this.#isClosing = true;
    clearInterval(this.#timer);
  }

  #result(part: Part): CheckResult {
    if (this.#isClosing) return { ok: false, reason: CLOSING };
    return this.#probes[part].isFailing ? { ok: false, reason: REASONS[part] } : { ok: true };
  }
}

function byPart<T>(make: (part: Part) => T): Record<Part, T> {
  return { database: make('database'), objects: make('objects'), engine: make('engine') };
}

/** Probes one part at an interval, and counts its failures in a row. */
class Probe {
  readonly #part: Part;
  readonly #check: () => Promise<unknown>;
  readonly #log: Log;
  /** A part that has never responded needs no second failure. */
  #failures = MAX_FAILURES - 1;
  #inFlight: Promise<unknown> | undefined;

  constructor(part: Part, check: () => Promise<unknown>, log: Log) {
    this.#part = part;
    this.#check = check;
    this.#log = log;
  }

  get isFailing(): boolean {
    return this.#failures >= MAX_FAILURES;
  }

  /** A check that still hangs is not started a second time; it counts as one more failure. */
  async ask(): Promise<void> {
    const part = this.#part;
    this.#inFlight ??= this.#check().finally(() => {
      this.#inFlight = undefined;
    });
    try {
      await withTimeout(TIMEOUT_MS, this.#inFlight);
      if (this.isFailing) this.#log.info({ part }, `dependency recovered: ${part}`);
      this.#failures = 0;
    } catch (err) {
      this.#failures += 1;
      if (this.#failures === MAX_FAILURES) {
        this.#log.warn({ err, part }, `dependency fails: ${part}`);
      }
    }
  }
}

/** Lists an empty folder of the object store. Errors: `objects_unavailable`. */
export async function askObjects(objects: Pick<ObjectStore, 'list'>): Promise<void> {
  const entries = objects.list(PROBE_FOLDER)[Symbol.asyncIterator]();
  await entries.next();
  await entries.return?.();
}
