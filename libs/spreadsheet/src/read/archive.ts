import { constants, crc32, inflateRawSync } from 'node:zlib';
import { rejectWorkbook, type WorkbookLimits } from './limits.ts';

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** In place of a size or offset that stands in a ZIP64 field, for archives beyond 4 GB. */
const ZIP64_MARKER = 0xffffffff;
const [STORED, DEFLATED] = [0, 8];
const ENCRYPTED = 1;

interface Entry {
  readonly method: number;
  readonly flags: number;
  readonly checksum: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly offset: number;
}

/**
 * A ZIP archive whose parts are unpacked on request, within one limit for all of them. Errors:
 * `invalid_rows`.
 */
export class Archive {
  readonly #bytes: Buffer;
  readonly #entries: ReadonlyMap<string, Entry>;
  #remainingBytes: number;

  constructor(content: Uint8Array, { parts, unpackedBytes }: WorkbookLimits) {
    this.#bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    this.#entries = readDirectory(this.#bytes, parts);
    this.#remainingBytes = unpackedBytes;
  }

  /** The part's bytes, if there is one. */
  part(path: string): Buffer | undefined {
    const entry = this.#entries.get(path.toLowerCase());
    if (!entry) return undefined;
    const { unpackedBytes: size } = entry;
    if (size > this.#remainingBytes) return rejectWorkbook('it unpacks to too much');
    this.#remainingBytes -= size;
    const bytes = unpack(packedBytes(this.#bytes, entry), entry);
    if (bytes.length !== size || crc32(bytes) !== entry.checksum) return damaged();
    return bytes;
  }
}

/** Never unpacks more than the directory says, which the limit was checked against. */
function unpack(packed: Buffer, { method, unpackedBytes }: Entry): Buffer {
  if (method === STORED) return packed;
  if (method !== DEFLATED) return rejectWorkbook('it is packed in an unknown way');
  try {
    return inflateRawSync(packed, {
      maxOutputLength: Math.max(1, unpackedBytes),
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch {
    return damaged();
  }
}

function packedBytes(bytes: Buffer, { offset, flags, packedBytes: size }: Entry): Buffer {
  if (flags & ENCRYPTED) rejectWorkbook('it is encrypted');
  if (offset + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(offset) !== LOCAL_HEADER) damaged();
  const start =
    offset + LOCAL_BYTES + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  if (start + size > bytes.length) damaged();
  return bytes.subarray(start, start + size);
}

function readDirectory(bytes: Buffer, maxParts: number): Map<string, Entry> {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > maxParts) rejectWorkbook('it has too many parts');
  const entries = new Map<string, Entry>();
  let at = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < count; i += 1) {
    if (at + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) damaged();
    const nameEnd = at + ENTRY_BYTES + bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + ENTRY_BYTES, nameEnd).replaceAll('\\', '/');
    const entry = {
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      checksum: bytes.readUInt32LE(at + 16),
      packedBytes: bytes.readUInt32LE(at + 20),
      unpackedBytes: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    };
    if (Object.values(entry).includes(ZIP64_MARKER) && entry.checksum !== ZIP64_MARKER) {
      rejectWorkbook('it is a ZIP64 archive; save it with a spreadsheet again');
    }
    // Programs differ in which of two parts with one name they read.
    if (entries.has(name.toLowerCase())) damaged();
    entries.set(name.toLowerCase(), entry);
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT);
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === DIRECTORY_END) return at;
  }
  return damaged();
}

function damaged(): never {
  return rejectWorkbook('it is damaged or no .xlsx');
}
