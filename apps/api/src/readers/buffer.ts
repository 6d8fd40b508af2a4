/** Bytes as a buffer, without a copy: from another thread they come as a plain Uint8Array. */
export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
