import { newestIn, newestInEach } from '@solano/domain/kernel';
import { expect, test } from 'vitest';
import type { ObjectHandles, OpenObjects } from './fixture.ts';
import {
  aFolder,
  bytes,
  CSV,
  collected,
  entries,
  forEach,
  inByteOrder,
  listed,
} from './fixture.ts';

/** More than one page of S3 holds. */
const MANY = 1_050;

export function objectListing(handles: ObjectHandles, open: OpenObjects): void {
  const put = (key: string) => handles.here.put(key, bytes(key), CSV);
  const place = (key: string) => handles.place(key, bytes(key));

  test('the listing of a new store is empty', async () => {
    await using fixture = await open();
    expect(await listed(fixture.store, '')).toEqual([]);
    expect(await listed(fixture.store, 'a/')).toEqual([]);
    expect(await fixture.store.get('a')).toBeUndefined();
  });

  test('a listing without a prefix shows the first segments', async () => {
    await using fixture = await open();
    for (const key of ['b/c/d', 'a', 'b/e']) await fixture.store.put(key, bytes(''), CSV);
    expect(await listed(await fixture.reopen(), '')).toEqual(['a', 'b/']);
  });

  test('a listing shows what is directly in the folder, each once', async () => {
    const folder = aFolder();
    for (const key of ['a.csv', 'b/1', 'b/2', 'b/c/d', 'e/f/g', 'z']) await put(folder + key);
    const expected = ['a.csv', 'b/', 'e/', 'z'].map((name) => folder + name);
    expect(await listed(handles.there, folder)).toEqual(expected);
    expect(await listed(handles.there, `${folder}b/`)).toEqual(
      ['b/1', 'b/2', 'b/c/'].map((name) => folder + name),
    );
  });

  test('a listing shows size, etag and time of objects, and of folders only the prefix', async () => {
    const folder = aFolder();
    await put(`${folder}a`);
    await put(`${folder}b/c`);
    const [object, below, ...others] = await entries(handles.there, folder);
    expect(Object.keys(object ?? {}).toSorted()).toEqual(['etag', 'key', 'modifiedAt', 'size']);
    expect(object).toMatchObject({ key: `${folder}a`, size: folder.length + 1 });
    expect([below, ...others]).toEqual([{ folder: `${folder}b/` }]);
  });

  test('a listing is in the order of the UTF-8 bytes, a folder with its slash', async () => {
    const folder = aFolder();
    const names = ['a/x', 'a-b', 'a.csv', 'a0', 'a b', 'A', 'é', 'e\u0301', '\uff5e', '\u{1f600}'];
    for (const name of names) await put(folder + name);
    const expected = names.map((name) => folder + name.replace('/x', '/'));
    expect(await listed(handles.there, folder)).toEqual(inByteOrder(expected));
  });

  test('a listing shows nothing for an unknown folder, an object, or a part of a name', async () => {
    const folder = aFolder();
    await put(`${folder}abc/file.csv`);
    for (const prefix of ['x/', 'ab/', 'ABC/', 'abc/file.csv/', 'abc/file/', 'abc/d/e/']) {
      expect(await listed(handles.there, folder + prefix)).toEqual([]);
    }
  });

  test(`a listing of ${MANY} objects and ${MANY} folders is complete, and stops early`, async () => {
    const folder = aFolder();
    const numbers = Array.from({ length: MANY }, (_, i) => String(i).padStart(5, '0'));
    const objects = numbers.map((number) => `${folder}${number}.csv`);
    const folders = numbers.map((number) => `${folder}${number}/`);
    await forEach(objects, place);
    await forEach(folders, (each) => place(`${each}file.csv`));
    expect(await listed(handles.there, folder)).toEqual(inByteOrder([...objects, ...folders]));
    const first: string[] = [];
    for await (const entry of handles.there.list(folder)) {
      first.push('folder' in entry ? entry.folder : entry.key);
      if (first.length === 3) break;
    }
    expect(first).toEqual(['00000.csv', '00000/', '00001.csv'].map((name) => folder + name));
  });

  test('a listing shows the time of the last modification', async () => {
    const folder = aFolder();
    for (const name of ['a.csv', 'b.csv', 'c.csv']) await put(folder + name);
    await handles.setModified(`${folder}a.csv`, new Date('2025-10-26T01:30:00Z'));
    await handles.setModified(`${folder}b.csv`, new Date('2025-10-26T01:30:02Z'));
    await handles.setModified(`${folder}c.csv`, new Date('2025-10-26T01:30:01Z'));
    const times = (await entries(handles.there, folder)).map((entry) => {
      return 'key' in entry && entry.modifiedAt.toISOString();
    });
    expect(times).toEqual(['00', '02', '01'].map((s) => `2025-10-26T01:30:${s}.000Z`));
    expect(await newestIn(handles.there, folder)).toMatchObject({ key: `${folder}b.csv` });
    await put(`${folder}c.csv`);
    expect(await newestIn(handles.there, folder)).toMatchObject({ key: `${folder}c.csv` });
  });

  test('a listing of all folders shows the objects directly in each, and nothing above or deeper', async () => {
    const folder = aFolder();
    const names = ['b/z.csv', 'b/a.csv', 'b-c/x', 'a b/y', 'é/1.csv', 'b/d/deep.csv', 'top.csv'];
    for (const name of names) await put(folder + name);
    const all = await collected(handles.there.listFolders(folder));
    const expected = ['a b/y', 'b-c/x', 'b/a.csv', 'b/z.csv', 'é/1.csv'].map(
      (name) => folder + name,
    );
    expect(all.map(({ key }) => key)).toEqual(expected);
    const [directly] = await entries(handles.there, `${folder}b-c/`);
    expect(all[1]).toEqual(directly);
    await handles.setModified(`${folder}b/a.csv`, new Date(Date.now() + 60_000));
    const newest = await newestInEach(handles.there, folder);
    const files = [...newest].map(([name, { key }]) => [name, key]);
    expect(files).toEqual([
      ['b', `${folder}b/a.csv`],
      ['é', `${folder}é/1.csv`],
    ]);
  });

  test('a listing of all folders is empty for a folder that is missing or holds no folder', async () => {
    const folder = aFolder();
    await put(`${folder}file.csv`);
    for (const prefix of [folder, `${folder}x/`, `${folder}file.csv/`, `${folder}fil/`]) {
      expect(await collected(handles.there.listFolders(prefix))).toEqual([]);
    }
  });

  test(`a listing of all folders is complete with ${MANY} of them, and stops early`, async () => {
    const folder = aFolder();
    const keys = Array.from({ length: MANY }, (_, i) => `${folder}${i}/file.csv`);
    await forEach(keys, place);
    const all = await collected(handles.there.listFolders(folder));
    expect(all.map(({ key }) => key)).toEqual(inByteOrder(keys));
    for await (const first of handles.there.listFolders(folder)) {
      expect(first).toEqual(all[0]);
      break;
    }
  });
}
