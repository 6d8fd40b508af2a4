import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { LEVELS } from '@solano/domain/forecasting';

/** Bits of a byte that count, and the mark of those that another follows. */
const BASE = 128;

/**
 * Encodes the quantiles of a forecast, level by level: each is the difference from the level below at its hour,
 * as whole numbers of seven bits a byte, the lowest first, all but the last byte of a number with the
 * highest bit set; deflated. A week has some 2 kB.
 *
 * @param shares of each hour one for each level, ascending.
 */
export function encodeShares(shares: Uint16Array): Buffer<ArrayBuffer> {
  const count = LEVELS.length;
  const bytes: number[] = [];
  for (let level = 0; level < count; level += 1) {
    for (let at = level; at < shares.length; at += count) {
      const below = level === 0 ? 0 : (shares[at - 1] as number);
      let rest = (shares[at] as number) - below;
      for (; rest >= BASE; rest = Math.floor(rest / BASE)) bytes.push((rest % BASE) + BASE);
      bytes.push(rest);
    }
  }
  return Buffer.from(deflateRawSync(Uint8Array.from(bytes)));
}

/** @param hours of the forecast. */
export function decodeShares(encoded: Uint8Array, hours: number): Uint16Array {
  const bytes = inflateRawSync(encoded);
  const count = LEVELS.length;
  const shares = new Uint16Array(hours * count);
  let next = 0;
  for (let level = 0; level < count; level += 1) {
    for (let at = level; at < shares.length; at += count) {
      let value = 0;
      for (let weight = 1; ; weight *= BASE) {
        const byte = bytes[next++] as number;
        value += (byte % BASE) * weight;
        if (byte < BASE) break;
      }
      shares[at] = value + (level === 0 ? 0 : (shares[at - 1] as number));
    }
  }
  return shares;
}
