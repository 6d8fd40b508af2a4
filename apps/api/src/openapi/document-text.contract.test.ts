import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { apiDocument } from './api-document.ts';
import { documentText } from './document-text.ts';

/** What a request may take of the event loop in one piece. */
const MAX_CPU_MS = 50;

test('the document is made once, in a thread, with its compressed forms', async () => {
  const before = process.threadCpuUsage();
  const made = await documentText();
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(MAX_CPU_MS);
  const { bytes, compressed } = made;
  expect(JSON.parse(bytes.toString())).toEqual(JSON.parse(JSON.stringify(apiDocument())));
  const { br = Buffer.of(), gzip = Buffer.of() } = compressed;
  expect(brotliDecompressSync(br)).toEqual(bytes);
  expect(gunzipSync(gzip)).toEqual(bytes);
  expect(await documentText()).toBe(made);
});
