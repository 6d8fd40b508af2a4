import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from './service.ts';

// The service caches content of files that have not changed for a while: here they change
// nevertheless.

let service: TestService;

beforeAll(async () => {
  service = await openService();
});
afterAll(() => service[Symbol.asyncDispose]());

let made = 0;

/** A customer, whose files are written as an operator writes them. */
async function aCustomer() {
  made += 1;
  const folder = `Retailer-${made}`;
  const { key } = await service.customer(folder);
  const pathOf = (name: string) => join(service.folder, 'objects', folder, name);
  return {
    pathOf,
    /** Overwrites the file where it is. */
    write: async (name: string, text: string, hoursAgo: number) => {
      await mkdir(dirname(pathOf(name)), { recursive: true });
      await writeFile(pathOf(name), text);
      const at = new Date(Date.now() - hoursAgo * 3_600_000);
      await utimes(pathOf(name), at, at);
    },
    get: async (path: string) => {
      const { status, text } = await service.call('GET', `/api/v0/forecasts/${path}`, { key });
      return { status, text };
    },
  };
}

function normalized(pred: number): string {
  return `;pred\n2025-10-25 22:00;${pred}\n`;
}

function rows(value: number): string {
  return `x\n${value}\n`;
}

describe.each([
  ['normalized', 'normalized/P/a.csv', normalized],
  ['normalized?format=csv&timezone=ES', 'normalized/P/a.csv', normalized],
  ['latest', 'forecasts/2026/01/31/a.csv', rows],
  ['latest?format=csv', 'forecasts/2026/01/31/a.csv', rows],
  ['custom?type=all', 'custom/T/2026/01/31/a.csv', rows],
])('%s', (path, file, content) => {
  test('a file that does not change gives the same response', async () => {
    const { write, get } = await aCustomer();
    await write(file, content(41), 2);
    const first = await get(path);
    expect(first).toMatchObject({ status: 200, text: expect.stringContaining('41') });
    expect(await get(path)).toEqual(first);
  });

  test('a file that is overwritten, to the same size, gives its new content', async () => {
    const { write, get } = await aCustomer();
    await write(file, content(41), 2);
    await get(path);
    await write(file, content(42), 1);
    expect((await get(path)).text).toContain('42');
  });

  test('a file that replaces it gives its own content', async () => {
    const { write, get, pathOf } = await aCustomer();
    await write(file, content(41), 2);
    await get(path);
    await write(`${file}.new`, content(42), 2);
    await rename(pathOf(`${file}.new`), pathOf(file));
    expect((await get(path)).text).toContain('42');
  });

  test('a file that is removed is not found', async () => {
    const { write, get, pathOf } = await aCustomer();
    await write(file, content(41), 2);
    await get(path);
    await rm(pathOf(file));
    expect(await get(path)).toMatchObject({ status: 404 });
  });

  test('a file of another customer with the same path and time gives its own content', async () => {
    const [one, other] = [await aCustomer(), await aCustomer()];
    await one.write(file, content(41), 2);
    await other.write(file, content(42), 2);
    expect((await one.get(path)).text).toContain('41');
    expect((await other.get(path)).text).toContain('42');
    expect((await one.get(path)).text).not.toContain('42');
  });
});

test('one file is read in two zones, in both formats and with another plant beside it', async () => {
  const { write, get } = await aCustomer();
  await write('normalized/P/a.csv', normalized(1), 2);
  const labels = async (query: string) => {
    const { text } = await get(`normalized?${query}`);
    return text.match(/\d{4}-\d\d-\d\d \d\d:\d\d/g);
  };
  for (let i = 0; i < 2; i += 1) {
    expect(await labels('timezone=ES')).toEqual(['2025-10-26 00:00']);
    expect(await labels('timezone=GB')).toEqual(['2025-10-25 23:00']);
    expect(await labels('timezone=ES&format=csv')).toEqual(['2025-10-26 00:00']);
    expect(await labels('')).toEqual(['2025-10-25 22:00']);
  }
  await write('normalized/O/a.csv', normalized(2), 2);
  await write('normalized/Empty/a.csv', ';pred\n', 2);
  for (let i = 0; i < 2; i += 1) {
    const { text } = await get('normalized');
    expect(JSON.parse(text)).toMatchObject([{ plant: 'O' }, { plant: 'P' }]);
  }
});
