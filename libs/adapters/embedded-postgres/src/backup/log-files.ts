import { open, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { invalidRequest, type SolanoError } from '@solano/domain/kernel';
import type { LogPiece } from '@solano/domain/operations';

const MAX_PIECE_BYTES = 4 * 2 ** 20;

/** A piece is named by the segment that it belongs to and its offset there, both in hexadecimal. */
const PIECE = /^(?<segment>[0-9A-F]{24})\.(?<offset>[0-9A-F]{8})$/;

/** Parses a position in the write-ahead log, such as `0/3001088`, as a number of bytes. */
export function readPosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

export function writePosition(position: bigint): string {
  return `${(position >> 32n).toString(16)}/${(position & 0xffffffffn).toString(16)}`.toUpperCase();
}

/** The folder of a cluster's log files. */
export interface LogFolder {
  readonly path: string;
  readonly timeline: number;
  readonly segmentBytes: bigint;
}

/**
 * Reads the bytes of the log between two positions that the database has flushed, from its own files,
 * split where its segments end.
 */
export async function* readPieces(
  folder: LogFolder,
  from: bigint,
  to: bigint,
): AsyncGenerator<LogPiece & { readonly end: bigint }> {
  for (let start = from; start < to; ) {
    const left = folder.segmentBytes - (start % folder.segmentBytes);
    const size = [left, to - start, BigInt(MAX_PIECE_BYTES)].reduce((a, b) => (a < b ? a : b));
    const segment = segmentName(folder, start);
    const offset = start % folder.segmentBytes;
    const bytes = await readBytes(join(folder.path, segment), Number(offset), Number(size));
    start += size;
    yield { name: `${segment}.${hex(offset, 8)}`, bytes, end: start };
  }
}

/**
 * Writes pieces as the segments of a cluster's log. The last one is filled with zeros, by which
 * PostgreSQL recognises the end of the log.
 *
 * @param range the positions that the pieces have to cover; with `isToUntil` the log ends at `until`,
 *   otherwise at the end of the pieces.
 * @throws SolanoError `invalid_request` where pieces are missing.
 */
export async function writePieces(
  folder: Omit<LogFolder, 'timeline'>,
  pieces: AsyncIterable<LogPiece>,
  range: { readonly from: bigint; readonly until: bigint; readonly isToUntil: boolean },
): Promise<void> {
  const { from, until, isToUntil } = range;
  let reached = from;
  for await (const { name, bytes } of pieces) {
    const { segment, offset } = PIECE.exec(name)?.groups ?? {};
    if (segment === undefined || offset === undefined) throw notOfLog(name);
    const start = segmentStart(folder, segment) + BigInt(`0x${offset}`);
    if (start > reached) throw incomplete(reached);
    const end = start + BigInt(bytes.length);
    if (BigInt(`0x${offset}`) + BigInt(bytes.length) > folder.segmentBytes) throw notOfLog(name);
    const size =
      isToUntil && end > until ? (until > start ? Number(until - start) : 0) : bytes.length;
    if (size > 0)
      await writeBytes(folder, segment, Number(BigInt(`0x${offset}`)), bytes.subarray(0, size));
    if (end > reached) reached = end;
  }
  if (reached < until) throw incomplete(reached);
}

/** `<timeline><high><low>`, eight hexadecimal digits each. */
function segmentName({ timeline, segmentBytes }: LogFolder, position: bigint): string {
  const number = position / segmentBytes;
  const perHigh = 2n ** 32n / segmentBytes;
  return hex(BigInt(timeline), 8) + hex(number / perHigh, 8) + hex(number % perHigh, 8);
}

function segmentStart({ segmentBytes }: Pick<LogFolder, 'segmentBytes'>, name: string): bigint {
  const [high, low] = [name.slice(8, 16), name.slice(16)].map((part) => BigInt(`0x${part || '0'}`));
  return ((high ?? 0n) << 32n) + (low ?? 0n) * segmentBytes;
}

function hex(value: bigint, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}

async function readBytes(path: string, offset: number, size: number): Promise<Uint8Array> {
  await using file = await open(path);
  const bytes = new Uint8Array(size);
  for (let filled = 0; filled < size; ) {
    const { bytesRead } = await file.read(bytes, filled, size - filled, offset + filled);
    if (bytesRead === 0) throw new Error(`${path} is shorter than PostgreSQL says`);
    filled += bytesRead;
  }
  return bytes;
}

async function writeBytes(
  { path, segmentBytes }: Pick<LogFolder, 'path' | 'segmentBytes'>,
  segment: string,
  offset: number,
  bytes: Uint8Array,
): Promise<void> {
  const name = join(path, segment);
  await using file = await open(name, 'r+').catch(() => open(name, 'w+', 0o600));
  await file.write(bytes, 0, bytes.length, offset);
  await file.datasync();
  if ((await file.stat()).size < Number(segmentBytes)) await truncate(name, Number(segmentBytes));
}

function notOfLog(name: string): SolanoError {
  return invalidRequest(`The backup is damaged: ${JSON.stringify(name)} is no piece of its log.`);
}

function incomplete(reached: bigint): SolanoError {
  return invalidRequest(`The backup is damaged: its log has a gap at ${writePosition(reached)}.`);
}
