import {
  MAX_PRICE,
  MAX_TRADE_MW,
  type SessionTrade,
  TRADE_SESSIONS,
  type TradeSession,
} from '@solano/domain/desk';
import { MAX_TRADES, marketPeriod, milliEuro } from '@solano/domain/desk/files';
import { invalidRequest, MINUTE_MS, microMegawatts, parseInstant } from '@solano/domain/kernel';
import { parseBody } from '../body/json.ts';

/** Members of a trade, and the trade itself. */
const PARTS_OF_TRADE = 6;
/** Of a text that is no day alone. */
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/**
 * Reads the body of `POST /api/v0/user/<user>/trades/`. Errors: `invalid_request` naming the first trade that
 * is bad.
 */
export function readTradeValues(bytes: Uint8Array): SessionTrade[] {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { members } = parseBody(body, { maxValues: MAX_TRADES * PARTS_OF_TRADE + 100 });
  const { trades } = members;
  if (trades === undefined) throw invalidRequest('Missing required field: trades');
  if (!Array.isArray(trades)) throw invalidRequest("Field 'trades' must be an array of objects");
  if (trades.length === 0) throw invalidRequest("Field 'trades' must not be empty");
  if (trades.length > MAX_TRADES) {
    throw invalidRequest(`Field 'trades' must not hold more than ${MAX_TRADES} items`);
  }
  return trades.map(readTrade);
}

function readTrade(trade: unknown, i: number): SessionTrade {
  const reject = (problem: string): never => {
    throw invalidRequest(`trades[${i}]${problem}`);
  };
  if (typeof trade !== 'object' || trade === null || Array.isArray(trade)) {
    return reject(' must be an object');
  }
  const {
    session,
    start_time_utc: from,
    end_time_utc: to,
    mw,
    price,
  } = trade as Record<string, unknown>;
  const known = TRADE_SESSIONS.find((each) => each === session);
  const start = instantOf(from) ?? reject('.start_time_utc must be an ISO 8601 date-time');
  const end = instantOf(to) ?? reject('.end_time_utc must be an ISO 8601 date-time');
  const period = marketPeriod(start, (end - start) / MINUTE_MS);
  if ('reason' in period) return reject(` ${period.reason}`);
  return {
    session: known ?? rejectSession(reject),
    ...period,
    microMw: microOf(mw) ?? reject(`.mw must be a number of MW below ${MAX_TRADE_MW}`),
    price:
      priceOf(price) ??
      reject(`.price must be a number of EUR/MWh below ${MAX_PRICE}, with three decimals at most`),
  };
}

function rejectSession(reject: (problem: string) => never): TradeSession {
  return reject(`.session must be one of ${TRADE_SESSIONS.join(', ')}`);
}

/** In ms; a day alone is none. */
function instantOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || text.length <= DAY_LENGTH) return undefined;
  const instant = parseInstant(text);
  return instant === undefined ? undefined : Date.parse(instant);
}

function microOf(mw: unknown): number | undefined {
  if (typeof mw !== 'number' || !(Math.abs(mw) < MAX_TRADE_MW)) return undefined;
  return microMegawatts(String(mw), 0, 1);
}

function priceOf(price: unknown): number | undefined {
  if (typeof price !== 'number') return undefined;
  const read = milliEuro(String(price));
  return typeof read === 'number' ? read : undefined;
}
