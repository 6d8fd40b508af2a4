import type { PowerRun } from '@solano/domain/energy';
import { SLOT_MS, STEPS } from '@solano/domain/energy';
import { DAY_MS, MINUTE_MS } from '@solano/domain/kernel';

/**
 * A run as a row of a UTC day has it: whole numbers of seven bits a byte, the lowest first, all but the
 * last byte of a number with the highest bit set. They are the time of delivery (ms), the upload's
 * number (0: none), the slot of the day in which the run begins, the place of its step, how many
 * values it has, and each value less the one before it: 2d where d is not negative, else −2d − 1.
 */
export interface StoredRun extends PowerRun {
  readonly deliveredAt: number;
  readonly upload: number;
}

/** Bits of a byte that count, and the mark of those that another follows. */
const BASE = 128;

/** Encodes a run that begins in the day (ms). */
export function encodeRun(day: number, run: StoredRun): Buffer {
  const bytes: number[] = [];
  const put = (value: number) => {
    let rest = value;
    for (; rest >= BASE; rest = Math.floor(rest / BASE)) bytes.push((rest % BASE) + BASE);
    bytes.push(rest);
  };
  const { deliveredAt, upload, start, step, microMw } = run;
  const head = [deliveredAt, upload, (start - day) / SLOT_MS, STEPS.indexOf(step), microMw.length];
  for (const each of head) put(each);
  let last = 0;
  for (let i = 0; i < microMw.length; i += 1) {
    const value = microMw[i] as number;
    const difference = value - last;
    put(difference >= 0 ? 2 * difference : -2 * difference - 1);
    last = value;
  }
  return Buffer.from(bytes);
}

/** The runs of a day (ms), in the order in which they were added. */
export function* decodeRuns(day: number, bytes: Uint8Array): Generator<StoredRun> {
  let at = 0;
  const take = (): number => {
    let value = 0;
    for (let weight = 1; ; weight *= BASE) {
      const byte = bytes[at++] as number;
      if (byte < BASE) return value + byte * weight;
      value += (byte - BASE) * weight;
    }
  };
  while (at < bytes.length) {
    const deliveredAt = take();
    const upload = take();
    const start = day + take() * SLOT_MS;
    const step = STEPS[take()] as PowerRun['step'];
    const microMw = new Float64Array(take());
    let last = 0;
    for (let i = 0; i < microMw.length; i += 1) {
      const code = take();
      last += code % 2 === 0 ? code / 2 : -(code + 1) / 2;
      microMw[i] = last;
    }
    yield { deliveredAt, upload, start, step, microMw };
  }
}

/** Cuts a run at the UTC days in which its periods begin. */
export function* byDay({
  start,
  step,
  microMw,
}: PowerRun): Generator<readonly [day: number, run: PowerRun]> {
  const values = Float64Array.from(microMw);
  const length = step * MINUTE_MS;
  for (let first = 0; first < values.length; ) {
    const from = start + first * length;
    const day = Math.floor(from / DAY_MS) * DAY_MS;
    const after = Math.min(values.length, first + Math.ceil((day + DAY_MS - from) / length));
    yield [day, { start: from, step, microMw: values.subarray(first, after) }];
    first = after;
  }
}
