import { type ReadBacktest, readBacktest } from '@solano/domain/desk';
import { parseBody } from '../body/json.ts';
import { bufferOf } from '../readers/buffer.ts';

export interface BacktestInput {
  readonly bytes: Uint8Array;
  readonly maxItems: number;
  /** The current time in ms. */
  readonly now: number;
}

/** Maximum values of an item, its datetime and its number included. */
const VALUES_PER_ITEM = 12;
/** Values of a body besides its items. */
const OTHER_VALUES = 10_000;

/** Reads the body of a request for a backtest. Errors: `invalid_request`. */
export function readBacktestText({ bytes, maxItems, now }: BacktestInput): ReadBacktest {
  const maxValues = maxItems * VALUES_PER_ITEM + OTHER_VALUES;
  const { members } = parseBody(bufferOf(bytes), { maxValues });
  return readBacktest(members, { maxItems, now });
}
