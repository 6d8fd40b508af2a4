import type { OutageRows, UnavailabilityFields } from '@solano/domain/assets';
import { batchesOf } from '@solano/domain/kernel';

/** Rows as JSON arrays in UTF-8: passing a hundred thousand objects between threads would take long. */
export interface OutageText {
  readonly count: number;
  readonly slices: readonly Uint8Array[];
}

/** Rows of a slice, which is parsed in a few milliseconds. */
const SLICE_ROWS = 1_000;

const encoder = new TextEncoder();

/** Rows as a thread returns them. */
export function slicesOf(fields: readonly UnavailabilityFields[]): OutageText {
  const slices = Array.from(batchesOf(fields, SLICE_ROWS), (slice) => {
    return encoder.encode(JSON.stringify(slice));
  });
  return { count: fields.length, slices };
}

/** Returns the rows of slices; each slice is parsed when its first row is read. */
export function outageRows({ count, slices }: OutageText): OutageRows {
  return { count, fields: fieldsOf(slices) };
}

function* fieldsOf(slices: readonly Uint8Array[]): Generator<UnavailabilityFields> {
  for (const slice of slices) {
    yield* JSON.parse(new TextDecoder().decode(slice)) as UnavailabilityFields[];
  }
}
