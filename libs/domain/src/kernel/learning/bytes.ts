const TYPES = { Uint8Array, Int16Array, Uint16Array, Int32Array, Float32Array, Float64Array };
type TypedArray = InstanceType<(typeof TYPES)[keyof typeof TYPES]>;
/** Arrays begin at multiples of it. */
const ALIGNMENT = 8;

interface StoredArray {
  readonly $array: keyof typeof TYPES;
  readonly offset: number;
  readonly length: number;
}

/**
 * Plain data with typed arrays as bytes: the length of a JSON header (uint32), the header, and the arrays that it names,
 * all little-endian, as on every processor that Node runs on. Numbers outside of arrays must be finite.
 */
export function encodeArrays(data: unknown): Uint8Array {
  const arrays: { readonly array: TypedArray; readonly offset: number }[] = [];
  let size = 0;
  const json = JSON.stringify(data, (_, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value;
    const array = value as TypedArray;
    const stored = { $array: array.constructor.name, offset: size, length: array.length };
    arrays.push({ array, offset: size });
    size += Math.ceil(array.byteLength / ALIGNMENT) * ALIGNMENT;
    return stored;
  });
  const header = new TextEncoder().encode(json);
  const start = startOfArrays(header.length);
  const bytes = new Uint8Array(start + size);
  new DataView(bytes.buffer).setUint32(0, header.length, true);
  bytes.set(header, 4);
  for (const { array, offset } of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), start + offset);
  }
  return bytes;
}

/** The data that {@link encodeArrays} wrote. */
export function decodeArrays(bytes: Uint8Array): unknown {
  const { buffer } = bytes.slice();
  const length = new DataView(buffer).getUint32(0, true);
  const start = startOfArrays(length);
  const json = new TextDecoder().decode(new Uint8Array(buffer, 4, length));
  return JSON.parse(json, (_, value: unknown) => {
    if (!isStoredArray(value)) return value;
    return new TYPES[value.$array](buffer, start + value.offset, value.length).slice();
  });
}

function startOfArrays(headerLength: number): number {
  return Math.ceil((4 + headerLength) / ALIGNMENT) * ALIGNMENT;
}

function isStoredArray(value: unknown): value is StoredArray {
  return typeof value === 'object' && value !== null && '$array' in value;
}
