import { LEVELS } from '@solano/domain/forecasting';

/** What a difference is expected to be where nothing is known of those next to it. */
const USUAL = 12;
/** Higher quotients are not written in unary, but as a whole in {@link WHOLE_BITS}. */
const MAX_QUOTIENT = 20;
const WHOLE_BITS = 16;
/** Bits that are read at once. */
const WINDOW_BITS = 32;

/**
 * Encodes the quantiles of a forecast, hour by hour: each is the difference from the level below, in a Rice code
 * (Rice 1979, *Some practical universal noiseless coding techniques*) whose parameter goes by the
 * differences next to it: of the level below, and of the same and the next level an hour before. An hour of wind
 * has some 15 bytes.
 *
 * @param shares of each hour one for each level, ascending.
 */
export function encodeShares(shares: Uint16Array): Buffer<ArrayBuffer> {
  const bits = new BitWriter();
  const differences = shares.map((share, at) => {
    return at % LEVELS.length === 0 ? share : share - (shares[at - 1] as number);
  });
  for (let at = 0; at < shares.length; at += 1) {
    const value = differences[at] as number;
    const remainderBits = riceParameter(differences, at, at % LEVELS.length);
    const quotient = value >> remainderBits;
    if (quotient < MAX_QUOTIENT) {
      bits.write(1, quotient + 1);
      bits.write(value & (2 ** remainderBits - 1), remainderBits);
    } else {
      bits.write(0, MAX_QUOTIENT);
      bits.write(value, WHOLE_BITS);
    }
  }
  return bits.toBuffer();
}

/** @param hours of the forecast. */
export function decodeShares(encoded: Uint8Array, hours: number): Uint16Array {
  const shares = new Uint16Array(hours * LEVELS.length);
  const differences = new Uint16Array(shares.length);
  // A window may reach beyond the last byte.
  const bytes = new Uint8Array(encoded.length + WINDOW_BITS / 8);
  bytes.set(encoded);
  let bit = 0;
  let at = 0;
  for (let hour = 0; hour < hours; hour += 1) {
    let share = 0;
    for (let level = 0; level < LEVELS.length; level += 1, at += 1) {
      const remainderBits = riceParameter(differences, at, level);
      const quotient = Math.min(MAX_QUOTIENT, Math.clz32(bitsAt(bytes, bit)));
      let difference: number;
      if (quotient < MAX_QUOTIENT) {
        bit += quotient + 1;
        const remainder =
          remainderBits === 0 ? 0 : bitsAt(bytes, bit) >>> (WINDOW_BITS - remainderBits);
        difference = quotient * 2 ** remainderBits + remainder;
        bit += remainderBits;
      } else {
        bit += MAX_QUOTIENT;
        difference = bitsAt(bytes, bit) >>> (WINDOW_BITS - WHOLE_BITS);
        bit += WHOLE_BITS;
      }
      differences[at] = difference;
      share += difference;
      shares[at] = share;
    }
  }
  return shares;
}

/** The bits from one on, the first of them highest: at least 25 of them, then zeros. */
function bitsAt(bytes: Uint8Array, bit: number): number {
  const at = bit >> 3;
  const window =
    ((bytes[at] as number) << 24) |
    ((bytes[at + 1] as number) << 16) |
    ((bytes[at + 2] as number) << 8) |
    (bytes[at + 3] as number);
  return window << (bit & 7);
}

/**
 * Bits of the remainder, by the quantiles before one alone.
 *
 * @param differences of each quantile from the level below, of the lowest level from no power.
 */
function riceParameter(differences: Uint16Array, at: number, level: number): number {
  let sum = 0;
  let count = 0;
  if (level > 1) {
    sum += differences[at - 1] as number;
    count += 1;
  }
  if (at >= LEVELS.length) {
    const before = at - LEVELS.length;
    sum += differences[before] as number;
    count += 1;
    if (level + 1 < LEVELS.length) {
      sum += differences[before + 1] as number;
      count += 1;
    }
  }
  const mean = count === 0 ? USUAL : sum / count;
  // The least bits where differences of that mean are spread as the lengths of runs are: its ln 2 in binary.
  const scale = Math.floor(mean * 0.69 + 0.3);
  return scale < 1 ? 0 : 31 - Math.clz32(scale);
}

class BitWriter {
  readonly #bytes: number[] = [];
  #free = 0;

  /** Writes the lowest bits of a number, the highest of them first. */
  write(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit -= 1) {
      if (this.#free === 0) {
        this.#bytes.push(0);
        this.#free = 8;
      }
      this.#free -= 1;
      const last = this.#bytes.length - 1;
      if ((value >> bit) & 1) this.#bytes[last] = (this.#bytes[last] as number) | (1 << this.#free);
    }
  }

  toBuffer(): Buffer<ArrayBuffer> {
    return Buffer.from(this.#bytes);
  }
}
