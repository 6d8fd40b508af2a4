import { type ReadBacktest, readBacktest } from '@solano/domain/desk';
import { parseBody } from '../body/json.ts';
import { bufferOf } from '../readers/buffer.ts';

export interface BacktestInput {
  readonly bytes: Uint8Array;
  readonly maxItems: number;
  /** In ms. */
  readonly now: number;
}

/** Values of an item, with what it has besides its datetime and its number. */
const VALUES_PER_ITEM = 12;
/** Values of a body besides its items. */
const OTHER_VALUES = 10_000;

/** Reads the body of a request for a backtest. Errors: `invalid_request`. */
export function readBacktestText({ bytes, maxItems, now }: BacktestInput): ReadBacktest {
  const maxValues = maxItems * VALUES_PER_ITEM + OTHER_VALUES;
  const { members } = parseBody(bufferOf(bytes), { maxValues });
  return readBacktest(members, { maxItems, now });
}
