import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { apiDocument } from './api-document.ts';
import { documentText } from './document-text.ts';

/** CPU time (µs) that the work takes of this thread. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

test('the document is made once, in a thread, with its compressed forms', async () => {
  const waiting = await cpuOf(documentText);
  const making = await cpuOf(async () => brotliCompressSync(JSON.stringify(apiDocument())));
  expect(waiting).toBeLessThan(making);
  const made = await documentText();
  const { bytes, compressed } = made;
  expect(JSON.parse(bytes.toString())).toEqual(JSON.parse(JSON.stringify(apiDocument())));
  const { br = Buffer.of(), gzip = Buffer.of() } = compressed;
  expect(brotliDecompressSync(br)).toEqual(bytes);
  expect(gunzipSync(gzip)).toEqual(bytes);
  expect(await documentText()).toBe(made);
});
