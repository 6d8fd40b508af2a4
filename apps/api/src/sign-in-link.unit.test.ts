import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signInLink } from './sign-in-link.ts';

const URL = 'http://127.0.0.1:3000/#code=x';
const unused = () => expect.unreachable('nothing is logged');
const silent = { info: unused, warn: unused, error: unused };

test('a terminal shows the sign-in link', async () => {
  const link = await signInLink(URL, { folder: '/nowhere', isTerminal: true, log: silent });
  expect(link).toEqual({ url: URL });
});

test('a log holds the path of a file with the sign-in link, which its owner alone reads', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'solano-link-'));
  try {
    const file = join(folder, 'sign-in.link');
    await writeFile(file, 'old');
    await chmod(file, 0o644);
    expect(await signInLink(URL, { folder, isTerminal: false, log: silent })).toEqual({ file });
    expect(await readFile(file, 'utf8')).toBe(`${URL}\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a start goes on without the file of the sign-in link', async () => {
  const warned: string[] = [];
  const log = { ...silent, warn: (_: object, message: string) => void warned.push(message) };
  expect(await signInLink(URL, { folder: '/dev/null', isTerminal: false, log })).toBeUndefined();
  expect(warned).toEqual(['the sign-in link could not be written to its file']);
});
