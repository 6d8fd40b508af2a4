import type { Log, ObjectStore } from '@solano/domain';

/** Whether one part of the service is there; `reason` is fit to be shown to anybody. */
export type CheckResult = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** Whether the service can serve, by what it needs for that. */
export interface Readiness {
  readonly status: 'ready' | 'not ready';
  readonly checks: Readonly<Record<Part, CheckResult>>;
}

export type Part = 'database' | 'objects' | 'engine';

/** Each fails where its part does not do what is asked. */
export type Checks = Readonly<Record<Part, () => Promise<unknown>>>;

/** No customer's folder begins with that sign: there is nothing to list. */
const NOBODYS_FOLDER = '@readyz/';

const REASONS: Readonly<Record<Part, string>> = {
  database: 'The database does not answer.',
  objects: 'The object store does not answer.',
  engine: 'The workflow engine does not take purchases at the moment.',
};
const CLOSING = 'The service is stopping.';

const PARTS = Object.keys(REASONS) as Part[];
const PATIENCE_MS = 2_000;
/** Results are used again for so long: asking often does not burden what is asked. */
const FRESH_MS = 1_000;

/** Asks the parts of the service whether they are there, all at once. Changes are logged. */
export class Health implements Disposable {
  readonly #checks: Checks;
  readonly #log: Log;
  readonly #failing = new Set<Part>();
  #isClosing = false;
  #last: { readonly at: number; readonly readiness: Promise<Readiness> } | undefined;

  constructor(checks: Checks, log: Log) {
    this.#checks = checks;
    this.#log = log;
  }

  async readiness(): Promise<Readiness> {
    if (this.#isClosing) return readinessOf(() => ({ ok: false, reason: CLOSING }));
    if (!this.#last || performance.now() - this.#last.at > FRESH_MS) {
      this.#last = { at: performance.now(), readiness: this.#ask() };
    }
    return this.#last.readiness;
  }

  /** From now on the service is not ready, whatever its parts say. */
  [Symbol.dispose](): void {
    this.#isClosing = true;
  }

  async #ask(): Promise<Readiness> {
    const results = await Promise.all(PARTS.map((part) => this.#check(part)));
    return readinessOf((part) => results[PARTS.indexOf(part)] as CheckResult);
  }

  async #check(part: Part): Promise<CheckResult> {
    try {
      await within(PATIENCE_MS, this.#checks[part]);
    } catch (err) {
      if (!this.#failing.has(part)) this.#log.warn({ err, part }, 'a part of the service fails');
      this.#failing.add(part);
      return { ok: false, reason: REASONS[part] };
    }
    if (this.#failing.delete(part)) this.#log.info({ part }, 'a part of the service is back');
    return { ok: true };
  }
}

/** Asks the object store for something small. Errors: `objects_unavailable`. */
export async function askObjects(objects: Pick<ObjectStore, 'list'>): Promise<void> {
  const entries = objects.list(NOBODYS_FOLDER)[Symbol.asyncIterator]();
  await entries.next();
  await entries.return?.();
}

function readinessOf(result: (part: Part) => CheckResult): Readiness {
  const checks = {
    database: result('database'),
    objects: result('objects'),
    engine: result('engine'),
  };
  const isReady = PARTS.every((part) => checks[part].ok);
  return { status: isReady ? 'ready' : 'not ready', checks };
}

async function within(ms: number, ask: () => Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    await Promise.race([ask(), late]);
  } finally {
    clearTimeout(timer);
  }
}
