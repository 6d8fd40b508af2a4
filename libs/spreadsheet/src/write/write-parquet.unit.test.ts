import { buffer } from 'node:stream/consumers';
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import type { CellValue, SheetColumn } from './sheet.ts';
import { writeParquet } from './write-parquet.ts';

const COLUMNS: SheetColumn[] = [
  { header: 'plant', type: 'text' },
  { header: 'datetime', type: 'datetime' },
  { header: 'end_utc', type: 'instant' },
  { header: 'pred', type: 'number' },
];

async function written(rows: Iterable<readonly CellValue[]>): Promise<ArrayBuffer> {
  const bytes = await buffer(writeParquet({ name: 'Data', columns: COLUMNS, rows }));
  return new Uint8Array(bytes).buffer;
}

async function rowsOf(rows: Iterable<readonly CellValue[]>) {
  return parquetReadObjects({ file: await written(rows) });
}

describe('a Parquet file', () => {
  test('a Parquet file has typed values, and null where there is none', async () => {
    const rows: CellValue[][] = [
      ['Muxía 🏭', '2026-11-23 00:15', '2026-11-22T23:15:00Z', '12.400'],
      ['', null, '', null],
    ];
    expect(await rowsOf(rows)).toEqual([
      {
        plant: 'Muxía 🏭',
        datetime: new Date('2026-11-23T00:15Z'),
        end_utc: new Date('2026-11-22T23:15Z'),
        pred: 12.4,
      },
      { plant: '', datetime: null, end_utc: null, pred: null },
    ]);
  });

  test('a Parquet file marks the times that are known to be UTC', async () => {
    const { schema } = await parquetMetadataAsync(await written([]));
    expect(schema.filter(({ type }) => type === 'INT64')).toMatchObject([
      { name: 'datetime', logical_type: { isAdjustedToUTC: false } },
      { name: 'end_utc', logical_type: { isAdjustedToUTC: true } },
    ]);
  });

  test('a Parquet file has its columns without rows', async () => {
    expect(await rowsOf([])).toEqual([]);
  });

  test('a Parquet file is written in groups as many rows are read', async () => {
    const numbers = Array.from({ length: 12_000 }, (_, i) => i);
    let count = 0;
    function* counted(): Generator<CellValue[]> {
      for (const number of numbers) {
        count += 1;
        yield ['a', null, null, number];
      }
    }
    const stream = writeParquet({ name: 'Data', columns: COLUMNS, rows: counted() });
    const first = (await stream[Symbol.asyncIterator]().next()).value as Buffer;
    expect(first.length).toBeGreaterThan(0);
    expect(count).toBeLessThan(12_000);
    stream.destroy();
    const read = await rowsOf(numbers.map((number) => ['a', null, null, number]));
    expect(read.map((row) => row.pred as unknown)).toEqual(numbers);
  });

  test.each<[string, CellValue[]]>([
    ['a text for a number', ['a', null, null, '12,4']],
    ['a day that there is not', ['a', 'soon', null, 1]],
  ])('a Parquet file fails at %s', async (_, row) => {
    await expect(written([row])).rejects.toThrow(RangeError);
  });
});
