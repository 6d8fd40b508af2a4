import type { Trade } from '@solano/domain/desk';
import { MINUTE_MS, startOfDate } from '@solano/domain/kernel';

/*
 * A trade as a Madrid day has it, in 16 bytes, the lowest of a number first: the minutes from the start
 * of the day to that of its period and the length of that (16 bits each), micro-MW (64 bits, a double,
 * which has them exactly), thousandths of EUR/MWh (32 bits).
 */
const SIZE = 16;
const MICRO_MW = 4;
const PRICE = 12;

/** Encodes the trades of a Madrid day (`YYYY-MM-DD`) in their order. */
export function encodeTrades(day: string, trades: readonly Trade[]): Uint8Array<ArrayBuffer> {
  const first = startOfDate(day);
  const bytes = new Uint8Array(trades.length * SIZE);
  const view = new DataView(bytes.buffer);
  for (const [i, { start, minutes, microMw, price }] of trades.entries()) {
    view.setUint16(i * SIZE, (start - first) / MINUTE_MS, true);
    view.setUint16(i * SIZE + 2, minutes, true);
    view.setFloat64(i * SIZE + MICRO_MW, microMw, true);
    view.setInt32(i * SIZE + PRICE, price, true);
  }
  return bytes;
}

/** The trades of a day that {@link encodeTrades} wrote. */
export function decodeTrades(day: string, bytes: Uint8Array): Trade[] {
  const first = startOfDate(day);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / SIZE }, (_, i) => ({
    start: first + view.getUint16(i * SIZE, true) * MINUTE_MS,
    minutes: view.getUint16(i * SIZE + 2, true) as Trade['minutes'],
    microMw: view.getFloat64(i * SIZE + MICRO_MW, true),
    price: view.getInt32(i * SIZE + PRICE, true),
  }));
}
