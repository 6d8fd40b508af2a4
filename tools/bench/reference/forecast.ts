import { readdirSync, readFileSync, statSync } from 'node:fs';
import { instantOf, madridLabel } from './time.ts';

/**
 * The normalized forecast of one plant, or of all where none is named, in Madrid's time: the newest
 * file of each folder, looked for and read at every request. The calls of the file system that
 * block are the cheapest.
 */
export function normalizedJson(folder: string, plant: string): string {
  const plants = plant === '' ? readdirSync(folder).sort() : [plant];
  let text = '';
  for (const name of plants) {
    const file = newest(`${folder}/${name}`);
    if (file === undefined) continue;
    text += rows(JSON.stringify(decodeURIComponent(name)), readFileSync(file, 'latin1'), text);
  }
  return `[${text}]`;
}

function newest(folder: string): string | undefined {
  let found: string | undefined;
  let latest = -1;
  for (const name of readdirSync(folder)) {
    const path = `${folder}/${name}`;
    const { mtimeMs } = statSync(path);
    if (mtimeMs > latest) [found, latest] = [path, mtimeMs];
  }
  return found;
}

function rows(plant: string, content: string, before: string): string {
  const head = `{"plant":${plant},"datetime":"`;
  let text = '';
  let separator = before === '' ? '' : ',';
  let start = content.indexOf('\n') + 1;
  while (start < content.length) {
    const end = content.indexOf('\n', start);
    const label = madridLabel(instantOf(content.slice(start, start + 16)));
    text += `${separator}${head}${label}","pred":"${content.slice(start + 17, end)}"}`;
    separator = ',';
    start = end + 1;
  }
  return text;
}
