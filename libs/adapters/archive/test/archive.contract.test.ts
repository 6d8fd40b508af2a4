import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { newBackupKey, StreamSealer } from '../src/sealer.ts';
import { TarArchive } from '../src/tar-archive.ts';

const key = await newBackupKey();
const CONTENTS = [Buffer.alloc(0), Buffer.from('x'), randomBytes(700_000)];

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 64 * 1024) {
    yield bytes.subarray(start, start + 64 * 1024);
  }
}

async function all(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const chunk of content) read.push(chunk);
  return Buffer.concat(read);
}

async function* entries() {
  yield { name: 'folder/', size: 0, content: chunks(Buffer.alloc(0)) };
  for (const [i, bytes] of CONTENTS.entries()) {
    yield { name: `folder/file-${i}`, size: bytes.length, content: chunks(bytes) };
  }
}

test.each(CONTENTS)(
  'content sealed with a key is opened with that key, and with no other',
  async (content) => {
    const sealer = new StreamSealer(key);
    const sealed = await all(sealer.seal(chunks(content)));
    expect(sealed.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    expect((await all(sealer.open(chunks(sealed), true))).equals(content)).toBe(true);
    const other = new StreamSealer(await newBackupKey());
    await expect(all(other.open(chunks(sealed), true))).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'The backup cannot be read: BACKUP_KEY is not the key of it',
    });
  },
);

test.each(CONTENTS)(
  'content sealed without a key is a zstd file, and is opened with or without a key',
  async (content) => {
    const sealed = await all(new StreamSealer(undefined).seal(chunks(content)));
    expect(zstdDecompressSync(sealed).equals(content)).toBe(true);
    for (const each of [undefined, key]) {
      expect((await all(new StreamSealer(each).open(chunks(sealed), false))).equals(content)).toBe(
        true,
      );
    }
  },
);

test('content that is not encrypted is rejected where it has to be, with or without a key', async () => {
  const sealed = await all(new StreamSealer(undefined).seal(chunks(Buffer.from('forged'))));
  for (const each of [undefined, key]) {
    await expect(all(new StreamSealer(each).open(chunks(sealed), true))).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'The backup cannot be read: it is not encrypted, though it says so',
    });
  }
});

test.each([undefined, key])(
  'truncated or changed content is rejected, with key %s',
  async (each) => {
    const sealer = new StreamSealer(each);
    const sealed = await all(sealer.seal(chunks(CONTENTS[2] as Buffer)));
    const cut = sealed.subarray(0, sealed.length - 5);
    await expect(all(sealer.open(chunks(cut), each !== undefined))).rejects.toMatchObject({
      code: 'invalid_request',
    });
  },
);

async function* failing() {
  yield Buffer.from('x');
  throw new Error('the disk is gone');
}

test('an error of the source is thrown to the reader of the sealed content', async () => {
  await expect(all(new StreamSealer(key).seal(failing()))).rejects.toThrow('the disk is gone');
});

test('an error of the content of a file is thrown where the archive is read', async () => {
  const file = async function* () {
    yield { name: 'file', size: 10, content: failing() };
  };
  await expect(all(new TarArchive().pack(file()))).rejects.toThrow('the disk is gone');
});

test('files and folders are read from an archive as they were written', async () => {
  const archive = new TarArchive();
  const found: [string, number, string][] = [];
  for await (const { name, size, content } of archive.unpack(archive.pack(entries()))) {
    found.push([name, size, (await all(content)).toString('base64')]);
  }
  const files = CONTENTS.map((bytes, i) => [
    `folder/file-${i}`,
    bytes.length,
    bytes.toString('base64'),
  ]);
  expect(found).toEqual([['folder/', 0, ''], ...files]);
});

test('entries of an archive may be left unread', async () => {
  const archive = new TarArchive();
  const names: string[] = [];
  for await (const { name } of archive.unpack(archive.pack(entries()))) names.push(name);
  expect(names).toHaveLength(4);
});

test('an archive can be extracted by tar', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'solano-archive-'));
  try {
    await writeFile(join(folder, 'a.tar'), await all(new TarArchive().pack(entries())));
    await promisify(execFile)('tar', ['-xf', 'a.tar'], { cwd: folder });
    const read = await readFile(join(folder, 'folder/file-2'));
    expect(read.equals(CONTENTS[2] as Buffer)).toBe(true);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('content that is not an archive is rejected', async () => {
  const names = new TarArchive().unpack(chunks(randomBytes(10_000)));
  await expect(names.next()).rejects.toMatchObject({ code: 'invalid_request' });
});
