// What is counted in requests to the servers behind the service.
import type { Counter } from '@solano/tools/test-relay';

const QUERY = 'Q'.charCodeAt(0);
const EXECUTE = 'E'.charCodeAt(0);
/** A message's type and its length, which counts itself. */
const HEAD_BYTES = 5;

/** Statements that a client of PostgreSQL has executed, by its protocol. */
export const STATEMENTS: Counter = () => {
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
      if (isStarted && (pending[0] === QUERY || pending[0] === EXECUTE)) found += 1;
      pending = pending.subarray(bytes);
      isStarted = true;
    }
  };
};

/** Requests to S3 that list objects. */
export const S3_LISTINGS: Counter = () => (chunk) =>
  chunk.toString('latin1').match(/list-type=2/g)?.length ?? 0;
