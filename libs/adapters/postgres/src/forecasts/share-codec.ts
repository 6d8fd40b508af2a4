import { LEVELS } from '@solano/domain/forecasting';

/** What a difference is expected to be where nothing is known of those next to it. */
const USUAL = 12;
/** Higher quotients are not written in unary, but as a whole in {@link WHOLE_BITS}. */
const MAX_QUOTIENT = 20;
const WHOLE_BITS = 16;

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
  for (let at = 0; at < shares.length; at += 1) {
    const value = differenceAt(shares, at);
    const remainderBits = riceParameter(shares, at);
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
  const bits = new BitReader(encoded);
  const shares = new Uint16Array(hours * LEVELS.length);
  for (let at = 0; at < shares.length; at += 1) {
    const remainderBits = riceParameter(shares, at);
    let quotient = 0;
    while (quotient < MAX_QUOTIENT && bits.read(1) === 0) quotient += 1;
    const value =
      quotient < MAX_QUOTIENT
        ? quotient * 2 ** remainderBits + bits.read(remainderBits)
        : bits.read(WHOLE_BITS);
    shares[at] = value + (at % LEVELS.length === 0 ? 0 : (shares[at - 1] as number));
  }
  return shares;
}

/** Of a quantile from the level below, of the lowest level from no power. */
function differenceAt(shares: Uint16Array, at: number): number {
  const below = at % LEVELS.length === 0 ? 0 : (shares[at - 1] as number);
  return (shares[at] as number) - below;
}

/** Bits of the remainder, by the quantiles before one alone. */
function riceParameter(shares: Uint16Array, at: number): number {
  const level = at % LEVELS.length;
  let sum = 0;
  let count = 0;
  if (level > 1) {
    sum += differenceAt(shares, at - 1);
    count += 1;
  }
  if (at >= LEVELS.length) {
    const before = at - LEVELS.length;
    sum += differenceAt(shares, before);
    count += 1;
    if (level + 1 < LEVELS.length) {
      sum += differenceAt(shares, before + 1);
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

class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left -= 1, this.#at += 1) {
      const byte = this.#bytes[this.#at >> 3] as number;
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
    }
    return value;
  }
}
