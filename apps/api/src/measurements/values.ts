import { type GivenValue, SLOT_MS, STEPS } from '@solano/domain/energy';
import {
  invalidRequest,
  MAX_MW,
  MINUTE_MS,
  microMegawatts,
  parseInstant,
} from '@solano/domain/kernel';
import { parseBody } from '../body/json.ts';

export interface ValuesInput {
  readonly bytes: Uint8Array;
  /** In ms; what ends later is rejected. */
  readonly now: number;
  /** Whether the values are of a plant, which the body names. */
  readonly hasPlant: boolean;
}

/** Values as the body of a request gives them. */
export interface BodyValues {
  /** Name of the plant; empty for consumption. */
  readonly plant: string;
  readonly values: readonly GivenValue[];
}

const MAX_VALUES = 1_000_000;
/** Members of a value, and the value itself. */
const PARTS_OF_VALUE = 4;

/**
 * Reads the body of `POST /api/v0/production/` or of consumption. Errors: `invalid_request` naming the
 * first value that is bad.
 */
export function readValues({ bytes, now, hasPlant }: ValuesInput): BodyValues {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { members } = parseBody(body, { maxValues: MAX_VALUES * PARTS_OF_VALUE + 100 });
  const { plant_id: plant, values } = members;
  if (hasPlant && plant === undefined) throw invalidRequest('Missing required field: plant_id');
  if (hasPlant && typeof plant !== 'string')
    throw invalidRequest("Field 'plant_id' must be a text");
  if (values === undefined) throw invalidRequest('Missing required field: values');
  if (!Array.isArray(values)) throw invalidRequest("Field 'values' must be an array of objects");
  if (values.length === 0) throw invalidRequest("Field 'values' must not be empty");
  if (values.length > MAX_VALUES) {
    throw invalidRequest(`Field 'values' must not hold more than ${MAX_VALUES} items`);
  }
  const read = values.map((value, i) => readValue(value, i, now));
  requireDistinct(read);
  return { plant: hasPlant ? (plant as string) : '', values: read };
}

function readValue(value: unknown, i: number, now: number): GivenValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidRequest(`values[${i}] must be an object`);
  }
  const { start_time_utc: from, end_time_utc: to, mw } = value as Record<string, unknown>;
  const [start, end] = [instantOf(from, i, 'start_time_utc'), instantOf(to, i, 'end_time_utc')];
  const step = STEPS.find((minutes) => start + minutes * MINUTE_MS === end);
  if (step === undefined) {
    throw invalidRequest(`values[${i}] must be of 5, 10, 15, 30 or 60 minutes`);
  }
  if (start % SLOT_MS !== 0) {
    throw invalidRequest(`values[${i}].start_time_utc must be at a multiple of five minutes`);
  }
  if (end > now) throw invalidRequest(`values[${i}] is of a period that is not over`);
  return { start, step, microMw: microOf(mw, i) };
}

function instantOf(text: unknown, i: number, name: string): number {
  const instant = typeof text === 'string' ? parseInstant(text) : undefined;
  if (instant === undefined || (typeof text === 'string' && text.length <= 10)) {
    throw invalidRequest(`values[${i}].${name} must be an ISO 8601 date-time`);
  }
  return Date.parse(instant);
}

/** A double has fifteen digits, which is what power below {@link MAX_MW} has with six decimals. */
function microOf(mw: unknown, i: number): number {
  if (typeof mw === 'number' && Math.abs(mw) < MAX_MW) return microMegawatts(String(mw), 0, 1);
  throw invalidRequest(`values[${i}].mw must be a number of MW`);
}

function requireDistinct(values: readonly GivenValue[]): void {
  const order = [...values.keys()].sort((a, b) => startAt(values, a) - startAt(values, b));
  for (let k = 1; k < order.length; k += 1) {
    const [i, j] = [order[k - 1] as number, order[k] as number];
    const { start, step } = values[i] as GivenValue;
    if (start + step * MINUTE_MS <= startAt(values, j)) continue;
    throw invalidRequest(`values[${Math.max(i, j)}] overlaps values[${Math.min(i, j)}]`);
  }
}

function startAt(values: readonly GivenValue[], i: number): number {
  return (values[i] as GivenValue).start;
}
