import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { CellValue, Sheet, SheetColumn } from './sheet.ts';

/** A row group is held in memory, and encoded in some twenty milliseconds. */
const MAX_GROUP_CELLS = 20_000;

/**
 * Writes a table as Parquet, in bounded memory: rows are read as they are written. Text is UTF-8,
 * numbers are doubles, a `datetime` is a timestamp without a zone, an `instant` one in UTC; both in
 * milliseconds. Empty numbers and times are null.
 *
 * The stream fails where its rows do, with a RangeError at a value that is not of its column's type.
 */
export function writeParquet(sheet: Sheet): Readable {
  return Readable.from(parquetPieces(sheet), { objectMode: false });
}

async function* parquetPieces({ columns, rows }: Sheet): AsyncGenerator<Uint8Array> {
  // Loaded only where a file is asked for.
  const parquet = await import('hyparquet-writer');
  const bytes = new parquet.ByteWriter();
  const file = new parquet.ParquetWriter({
    writer: bytes,
    schema: schemaOf(columns),
    createdBy: 'solano',
  });
  const maxRows = Math.max(1, Math.floor(MAX_GROUP_CELLS / columns.length));
  let group: (readonly CellValue[])[] = [];
  for await (const row of rows) {
    group.push(row);
    if (group.length < maxRows) continue;
    await writeGroup(file, columns, group);
    group = [];
    yield takeBytes(bytes);
    // Rows that need no waiting would block the event loop otherwise.
    await setImmediate();
  }
  if (group.length > 0) await writeGroup(file, columns, group);
  await file.finish();
  yield takeBytes(bytes);
}

function schemaOf(columns: readonly SheetColumn[]): ParquetWriter['schema'] {
  const timestamp = (isAdjustedToUTC: boolean) =>
    ({
      type: 'INT64',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC, unit: 'MILLIS' },
    }) as const;
  const types = {
    text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
    number: { type: 'DOUBLE' },
    datetime: timestamp(false),
    instant: timestamp(true),
  } as const;
  const leaves = columns.map(({ header: name, type }) => {
    return { name, repetition_type: 'OPTIONAL', ...types[type] } as const;
  });
  return [{ name: 'root', num_children: columns.length }, ...leaves];
}

function writeGroup(
  file: ParquetWriter,
  columns: readonly SheetColumn[],
  rows: readonly (readonly CellValue[])[],
): void | Promise<void> {
  const columnData = columns.map(({ header: name, type }, i) => {
    const data = rows.map((row) => parquetValue(row[i] ?? null, type));
    return { name, data };
  });
  return file.write({ columnData, rowGroupSize: rows.length });
}

function parquetValue(value: CellValue, type: SheetColumn['type']): unknown {
  if (value === null || (value === '' && type !== 'text')) return null;
  if (type === 'text') return String(value).toWellFormed();
  const number = type === 'number' ? Number(value) : instantOf(String(value));
  if (Number.isFinite(number)) return type === 'number' ? number : new Date(number);
  throw new RangeError(`"${value}" is no ${type}.`);
}

/** A wall time as if it were of UTC. */
function instantOf(text: string): number {
  const wall = text.replace(' ', 'T');
  return Date.parse(wall.endsWith('Z') ? wall : `${wall}Z`);
}

/** Returns what was written since the last call; offsets in the file continue. */
function takeBytes(bytes: ByteWriter): Uint8Array {
  const piece = new Uint8Array(bytes.getBuffer());
  bytes.index = 0;
  return piece;
}
