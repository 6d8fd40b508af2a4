import { expect, test } from 'vitest';
import { codeOf } from '../outcome.ts';
import type { ObjectHandles } from './fixture.ts';
import {
  aFolder,
  bytes,
  CSV,
  collected,
  entries,
  forEach,
  inByteOrder,
  listed,
  readText,
} from './fixture.ts';

/** Segments that URLs, signatures, XML, shells, patterns and file systems give a meaning. */
const ODD_SEGMENTS: readonly (readonly [what: string, segment: string])[] = [
  ['spaces', 'a b  c'],
  ['a space before and after', ' a '],
  ['a percent sign', '100%'],
  ['an encoded slash', 'a%2Fb'],
  ['an encoded slash, encoded', 'a%252Fb'],
  ['encoded dots', '%2E%2E'],
  ['a plus', 'a+b'],
  ['an encoded plus', 'a%2Bb'],
  ['a fragment', 'a#b'],
  ['a query', 'a?versions&b=c&d'],
  ['quotes', `it's "quoted" \`so\``],
  ['a backslash', 'a\\b'],
  ['a parent with a backslash', '..\\b'],
  ['markup', '<a>&amp;]]>'],
  ['a composed letter', 'caf\u00e9'],
  ['a combining accent', 'cafe\u0301'],
  ['emoji', '🏭👩‍👩‍👧'],
  ['U+FF5E, before the emoji', '\uff5e'],
  ['right to left', '\u202eשלום'],
  ['line ends and tabs', 'a\r\nb\tc'],
  ['a leading dot', '.hidden'],
  ['three dots', '...'],
  ['dots at the end', 'a..'],
  ['a leading tilde', '~a'],
  ['a leading minus', '-rf'],
  ['a pattern', '*[a-z]{1,2}'],
  ['separators of other systems', 'C:;a|b'],
  ['upper case', 'CASE'],
  ['lower case', 'case'],
  ['200 bytes', 'x'.repeat(200)],
  ['200 bytes of two each', 'ñ'.repeat(100)],
  ['200 bytes of four each', '🏭'.repeat(50)],
  ['200 bytes, encoded', '%C3%B1'.repeat(33)],
  ['255 bytes', 'y'.repeat(255)],
  ['a number', '0'],
  ['a name of objects', '__proto__'],
  ['what a store may use for itself', '.solano-incoming'],
  ['and what it may then use instead', '.solano-incoming~'],
];

/** Keys that no object has. */
const INVALID_KEYS: readonly (readonly [what: string, key: string])[] = [
  ['nothing', ''],
  ['a slash', '/'],
  ['a leading slash', '/a'],
  ['a slash at the end', 'a/'],
  ['an empty segment', 'a//b'],
  ['a dot', '.'],
  ['a segment of a dot', 'a/./b'],
  ['a last segment of a dot', 'a/.'],
  ['a first segment of a dot', './a'],
  ['two dots', '..'],
  ['the parent', '../a'],
  ['a parent on the way', 'a/../b'],
  ['a parent at the end', 'a/..'],
  ['many parents', `${'../'.repeat(20)}etc/passwd`],
  ['NUL', 'a\0b'],
  ['NUL at the end', 'a.csv\0'],
  ['half a character', 'a\ud83d'],
  ['a segment of 256 bytes', `a/${'x'.repeat(256)}`],
  ['more than 1,024 bytes', `${'x'.repeat(200)}/`.repeat(6).slice(0, -1)],
];

export function objectKeys(handles: ObjectHandles): void {
  test.each(ODD_SEGMENTS)('a key names file and folder: %s', async (_, segment) => {
    const folder = aFolder();
    const key = `${folder}${segment}/${segment}`;
    await handles.here.put(key, bytes(segment), CSV);
    expect(await readText(handles.there, key)).toBe(segment);
    expect(await listed(handles.there, folder)).toEqual([`${folder}${segment}/`]);
    expect(await collected(handles.there.listFolders(folder))).toMatchObject([{ key }]);
    const found = await entries(handles.there, `${folder}${segment}/`);
    expect(found).toMatchObject([{ key, size: Buffer.byteLength(segment) }]);
  });

  test('the keys are all different', async () => {
    const folder = aFolder();
    const keys = ODD_SEGMENTS.map(([, segment]) => folder + segment);
    await forEach(keys, (key) => handles.here.put(key, bytes(key), CSV));
    expect(await listed(handles.there, folder)).toEqual(inByteOrder(keys));
    await forEach(keys, async (key) => expect(await readText(handles.there, key)).toBe(key));
  });

  test.each(ODD_SEGMENTS)('a key can begin with %s', async (_, segment) => {
    await handles.here.put(segment, bytes('at the root'), CSV);
    expect(await readText(handles.there, segment)).toBe('at the root');
    expect(await listed(handles.there, '')).toContain(segment);
    expect(await listed(handles.there, `${segment}/`)).toEqual([]);
  });

  test('a key may have 1,024 bytes', async () => {
    const folder = aFolder();
    const segments = `${'x'.repeat(199)}/`.repeat(4);
    const key = folder + segments + 'y'.repeat(900 - folder.length - segments.length);
    await handles.here.put(key, bytes('deep'), CSV);
    expect(await readText(handles.there, key)).toBe('deep');
  });

  test.each(INVALID_KEYS)('an invalid key is rejected: %s', async (_, key) => {
    expect(await codeOf(handles.here.put(key, bytes('x'), CSV))).toBe('invalid_request');
    expect(await codeOf(handles.here.get(key))).toBe('invalid_request');
    expect(await codeOf(listed(handles.here, `${key}/`))).toBe('invalid_request');
    const folders = collected(handles.here.listFolders(`${key}/`));
    expect(await codeOf(folders)).toBe('invalid_request');
  });

  test('a key of a folder ends in a slash', async () => {
    expect(await codeOf(listed(handles.here, 'a'))).toBe('invalid_request');
    expect(await codeOf(listed(handles.here, 'a/b'))).toBe('invalid_request');
  });

  test('an object and a folder may have the same key, or the second is rejected', async () => {
    const folder = aFolder();
    await handles.here.put(`${folder}a`, bytes('object'), CSV);
    const below = await codeOf(handles.here.put(`${folder}a/b/c`, bytes('below'), CSV));
    expect([undefined, 'already_exists']).toContain(below);
    expect(await readText(handles.there, `${folder}a`)).toBe('object');
    expect(await readText(handles.there, `${folder}a/b/c`)).toBe(below ? undefined : 'below');

    await handles.here.put(`${folder}f/g/h`, bytes('below'), CSV);
    const above = await codeOf(handles.here.put(`${folder}f/g`, bytes('object'), CSV));
    expect([undefined, 'already_exists']).toContain(above);
    expect(await readText(handles.there, `${folder}f/g/h`)).toBe('below');
    expect(await readText(handles.there, `${folder}f/g`)).toBe(above ? undefined : 'object');
  });
}
