import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { WeatherRun } from '@solano/domain/forecasting';
import { HOUR_MS } from '@solano/domain/kernel';

/** Bits of a byte that count, and the mark of those that another follows. */
const BASE = 128;
/** Decimals that are looked for; values with more are kept as they are. */
const MAX_SCALE = 9;
/** Beyond it the differences of whole numbers are not exact. */
const MAX_WHOLE = 2 ** 50;

/** A field, and the decimals of its values; null: they are kept as doubles. */
type FieldHead = readonly [name: string, scale: number | null];

/**
 * Encodes the values of a run’s hours exactly: the length of a head in four bytes, the head as JSON (the fields
 * with their decimals), then field by field its values as whole numbers of seven bits a byte, the lowest first,
 * all but the last byte of a number with the highest bit set: 0 where a value is missing, else one more than
 * twice the difference d from the value before (−2d where it is negative); or as doubles. Deflated: a week of ten
 * fields has some 2 kB.
 */
export function encodeFields(fields: WeatherRun['fields']): Buffer<ArrayBuffer> {
  const heads: FieldHead[] = [];
  const parts: Uint8Array[] = [];
  for (const [name, values] of Object.entries(fields)) {
    const scale = scaleOf(values);
    heads.push([name, scale]);
    parts.push(scale === null ? doubles(values) : wholes(values, 10 ** scale));
  }
  const head = Buffer.from(JSON.stringify(heads));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return Buffer.from(deflateRawSync(Buffer.concat([length, head, ...parts])));
}

/**
 * The fields that {@link encodeFields} wrote, of the hours between two instants.
 *
 * @param select of their names those that are wanted.
 */
export function decodeFields(
  encoded: Uint8Array,
  from: Date,
  to: Date,
  select: (names: readonly string[]) => readonly string[] = (names) => names,
): WeatherRun['fields'] {
  const bytes = inflateRawSync(encoded);
  const hours = (to.getTime() - from.getTime()) / HOUR_MS;
  let at = 4 + bytes.readUInt32LE(0);
  const heads = JSON.parse(bytes.toString('utf8', 4, at)) as FieldHead[];
  const wanted = new Set(select(heads.map(([name]) => name)));
  const fields: [string, Float64Array][] = [];
  for (const [name, scale] of heads) {
    if (!wanted.has(name)) {
      at = scale === null ? at + 8 * hours : endOfWholes(bytes, at, hours);
      continue;
    }
    const values = new Float64Array(hours);
    if (scale === null) {
      for (let i = 0; i < hours; i += 1) values[i] = bytes.readDoubleLE(at + 8 * i);
      at += 8 * hours;
    } else at = readWholes(bytes, at, values, 10 ** scale);
    fields.push([name, values]);
  }
  return Object.fromEntries(fields);
}

/** The fewest decimals that all values have exactly. */
function scaleOf(values: Float64Array): number | null {
  let scale = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    while (Math.round(value * 10 ** scale) / 10 ** scale !== value) {
      if (scale === MAX_SCALE) return null;
      scale += 1;
    }
  }
  const isSafe = values.every((value) => !(Math.abs(value) * 10 ** scale > MAX_WHOLE));
  // More decimals may change the nearest number of an earlier value.
  const isExact = values.every((value) => {
    return Number.isNaN(value) || Math.round(value * 10 ** scale) / 10 ** scale === value;
  });
  return isSafe && isExact ? scale : null;
}

function wholes(values: Float64Array, unit: number): Uint8Array {
  const bytes: number[] = [];
  let last = 0;
  for (const value of values) {
    let rest = 0;
    if (!Number.isNaN(value)) {
      const whole = Math.round(value * unit);
      const difference = whole - last;
      rest = difference >= 0 ? 2 * difference + 1 : -2 * difference;
      last = whole;
    }
    for (; rest >= BASE; rest = Math.floor(rest / BASE)) bytes.push((rest % BASE) + BASE);
    bytes.push(rest);
  }
  return Uint8Array.from(bytes);
}

/** Fills in the values from the bytes; returns where they end. */
function readWholes(bytes: Buffer, start: number, values: Float64Array, unit: number): number {
  let at = start;
  let last = 0;
  for (let i = 0; i < values.length; i += 1) {
    let code = 0;
    for (let weight = 1; ; weight *= BASE) {
      const byte = bytes[at++] as number;
      code += (byte % BASE) * weight;
      if (byte < BASE) break;
    }
    if (code === 0) values[i] = Number.NaN;
    else {
      last += code % 2 === 1 ? (code - 1) / 2 : -code / 2;
      values[i] = last / unit;
    }
  }
  return at;
}

/** Where the bytes of so many values end. */
function endOfWholes(bytes: Buffer, start: number, count: number): number {
  let at = start;
  for (let left = count; left > 0; at += 1) if ((bytes[at] as number) < BASE) left -= 1;
  return at;
}

function doubles(values: Float64Array): Uint8Array {
  const bytes = Buffer.alloc(8 * values.length);
  for (const [i, value] of values.entries()) bytes.writeDoubleLE(value, 8 * i);
  return bytes;
}
