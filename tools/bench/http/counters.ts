// What is counted in requests to the servers behind the service.
import type { Counter } from '@solano/tools/test-relay';

/** A message's type and its length, which counts itself. */
const HEAD_BYTES = 5;
/** Types of messages: a text to prepare under a name, an execution of it, and a text to execute at once. */
const PARSE = 'P';
const BIND = 'B';
const QUERY = 'Q';

/** Counts the statements that clients of PostgreSQL execute, each by its text, by its protocol. */
export class StatementCounts {
  readonly #byText = new Map<string, number>();

  /** Counts since the last call, by the statement's text. */
  take(): ReadonlyMap<string, number> {
    const taken = new Map(this.#byText);
    this.#byText.clear();
    return taken;
  }

  readonly counter: Counter = () => {
    const prepared = new Map<string, string>();
    let pending: Buffer = Buffer.alloc(0);
    let isStarted = false;
    return (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      let found = 0;
      for (;;) {
        // The first message has no type.
        const head = isStarted ? HEAD_BYTES : HEAD_BYTES - 1;
        if (pending.length < head) return found;
        const bytes = pending.readInt32BE(head - 4) + head - 4;
        if (pending.length < bytes) return found;
        const type = isStarted ? String.fromCharCode(pending[0] as number) : '';
        const [first = '', second = ''] = pending.toString('latin1', head, bytes).split('\0', 2);
        if (type === PARSE) prepared.set(first, second);
        if (type === BIND) found += this.#count(prepared.get(second) ?? '');
        if (type === QUERY) found += this.#count(first);
        pending = pending.subarray(bytes);
        isStarted = true;
      }
    };
  };

  #count(text: string): number {
    this.#byText.set(text, (this.#byText.get(text) ?? 0) + 1);
    return 1;
  }
}

/** Requests to S3 that list objects. */
export const S3_LISTINGS: Counter = () => (chunk) =>
  chunk.toString('latin1').match(/list-type=2/g)?.length ?? 0;
