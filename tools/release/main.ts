// Makes what is released in a folder, with a bill of materials of each, and checksums. The same checkout makes the same bytes:
//
//   npm run release -- --out <folder>
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { imageRelease } from '../image/release.ts';
import { chartRelease } from './chart-package.ts';
import { clientRelease } from './client-package.ts';
import { wheelRelease } from './python-wheel.ts';
import { releaseTexts } from './release-texts.ts';
import { serviceRelease } from './service-tarball.ts';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
if (!values.out) throw new Error('Name the folder: npm run release -- --out <folder>');
// npm runs its scripts in the root of the checkout.
const folder = resolve(process.env.INIT_CWD ?? '.', values.out);
await mkdir(folder, { recursive: true });

const released = new Map<string, Uint8Array>();
for (const make of [clientRelease, wheelRelease, serviceRelease, chartRelease, imageRelease]) {
  const { name, bytes, bill } = await make();
  released.set(name, bytes);
  released.set(`${name}.cdx.json`, bill.bytes);
}

for (const [name, text] of await releaseTexts()) released.set(name, text);

const sums = [...released]
  .map(([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`)
  .join('');
released.set('SHA256SUMS', Buffer.from(sums));
for (const [name, bytes] of released) {
  await writeFile(join(folder, name), bytes);
  console.log(`${name}: ${Math.ceil(bytes.length / 1_000)} kB`);
}
