import type { SessionTrade, TradeReading } from '@solano/domain/desk';
import { MINUTE_MS, megawatts } from '@solano/domain/kernel';
import { spanJson } from '../measurements/measurement-json.ts';
import { understoodJson } from '../table-file.ts';

/** What a file of trades would record, or what is wrong with it. */
export function tradeReadingJson({ understood, preview, total, problems }: TradeReading) {
  return {
    understood: understood && understoodJson(understood),
    rows: preview.map(tradeJson),
    total,
    problems,
  };
}

function tradeJson({ session, start, minutes, microMw, price }: SessionTrade) {
  const span = spanJson(start, start + minutes * MINUTE_MS);
  return { session, ...span, mw: megawatts(microMw), price: price / 1000 };
}
