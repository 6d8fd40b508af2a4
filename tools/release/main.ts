// Makes what is released in a folder, and the checksums beside it. The same checkout makes the same bytes:
//
//   npm run release -- --out <folder>
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { clientTarball, clientTarballName } from './client-package.ts';
import { pythonWheel } from './python-wheel.ts';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
if (!values.out) throw new Error('Name the folder: npm run release -- --out <folder>');
// npm runs its scripts in the root of the checkout.
const folder = resolve(process.env.INIT_CWD ?? '.', values.out);
await mkdir(folder, { recursive: true });

const released = new Map<string, Uint8Array>();
released.set(await clientTarballName(), await clientTarball());
const wheel = await pythonWheel();
released.set(wheel.name, wheel.bytes);

const sums = [...released]
  .map(([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`)
  .join('');
released.set('SHA256SUMS', Buffer.from(sums));
for (const [name, bytes] of released) {
  await writeFile(join(folder, name), bytes);
  console.log(`${name}: ${Math.ceil(bytes.length / 1_000)} kB`);
}
