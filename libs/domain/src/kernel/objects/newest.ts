import { compareCodePoints } from '../values/text.ts';
import { dayFolder } from './layout.ts';
import type { ObjectInfo, ObjectStore } from './object-store.ts';

type Dated = Pick<ObjectInfo, 'key' | 'modifiedAt'>;
type Lister = Pick<ObjectStore, 'list'>;

/** The names of the folders of years, of months and of days. */
const DAY_PATH_PARTS = [/^\d{4}$/, /^(0[1-9]|1[0-2])$/, /^(0[1-9]|[12]\d|3[01])$/] as const;

/**
 * The newest file below day folders `YYYY/MM/DD/`: that of the newest day up to today (UTC) that
 * holds one; in it the one with the newest modification time, ties by greater key. Asks for
 * today first, then walks years, months and days from the newest, so that a long time without
 * files costs no listing per day.
 *
 * @param prefix the folder that holds the years.
 */
export async function newestOfDays(
  store: Lister,
  prefix: string,
  today: Date,
): Promise<ObjectInfo | undefined> {
  const last = dayFolder(today);
  const ofToday = await newestIn(store, `${prefix}${last}`);
  return ofToday ?? (await newestBelow(store, prefix, '', last));
}

/** The newest CSV file directly in a folder, by modification time, ties by greater key. */
export async function newestIn(store: Lister, folder: string): Promise<ObjectInfo | undefined> {
  let newest: ObjectInfo | undefined;
  for await (const entry of store.list(folder)) {
    if (!('folder' in entry) && isCsv(entry.key) && (!newest || isNewer(entry, newest))) {
      newest = entry;
    }
  }
  return newest;
}

/** As {@link newestIn}, of each folder that stands directly under a prefix, by the folder's name. */
export async function newestInEach(
  store: Pick<ObjectStore, 'listFolders'>,
  prefix: string,
): Promise<Map<string, ObjectInfo>> {
  const newest = new Map<string, ObjectInfo>();
  for await (const info of store.listFolders(prefix)) {
    const folder = info.key.slice(prefix.length, info.key.lastIndexOf('/'));
    const found = newest.get(folder);
    if (isCsv(info.key) && (!found || isNewer(info, found))) newest.set(folder, info);
  }
  return newest;
}

/** The names of the folders directly in a folder, as they are encoded. */
export async function foldersIn(store: Lister, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of store.list(prefix)) {
    if ('folder' in entry) names.push(entry.folder.slice(prefix.length, -1));
  }
  return names;
}

/**
 * @param path the part of `YYYY/MM/DD/` that has been walked already.
 * @param last today's folder, which is known to hold nothing.
 */
async function newestBelow(
  store: Lister,
  prefix: string,
  path: string,
  last: string,
): Promise<ObjectInfo | undefined> {
  const level = DAY_PATH_PARTS[path.split('/').length - 1];
  if (!level) return newestIn(store, `${prefix}${path}`);
  const names = (await foldersIn(store, `${prefix}${path}`)).filter((name) => level.test(name));
  for (const name of names.toSorted().toReversed()) {
    const next = `${path}${name}/`;
    if (next > last.slice(0, next.length) || next === last) continue;
    const found = await newestBelow(store, prefix, next, last);
    if (found) return found;
  }
  return undefined;
}

/** Other files count nowhere. */
export function isCsv(key: string): boolean {
  return key.toLowerCase().endsWith('.csv');
}

/** By modification time, ties by greater key. */
export function isNewer(a: Dated, b: Dated): boolean {
  const difference = a.modifiedAt.getTime() - b.modifiedAt.getTime();
  return difference > 0 || (difference === 0 && compareCodePoints(a.key, b.key) > 0);
}
