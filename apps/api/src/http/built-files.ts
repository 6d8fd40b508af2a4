import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Log } from '@solano/domain/kernel';
import type { Request, Response } from 'express';
import { CACHED_FOR_A_YEAR, contentPolicy } from './pages.ts';
import { type Precompressed, sendPrecompressed, withTag } from './precompressed.ts';

const ENCODINGS = { br: '.br', gzip: '.gz' } as const;
/** Files in this folder have names that change with their content. */
const ASSETS = 'assets/';
const POLICY = contentPolicy();

/** A file of a folder that a tool has built, with its compressed forms where it has some. */
export interface BuiltFile extends Precompressed {
  /** Path in the folder. */
  readonly name: string;
}

/** The folder of the built console or guide; an installation without its tools serves the API alone. */
export function findBuilt(name: 'console' | 'guide', log: Log): string | undefined {
  const folder = fileURLToPath(new URL(`../../../${name}/dist`, import.meta.url));
  if (existsSync(folder)) return folder;
  log.warn({ folder }, `the ${name} is not built: run tools/generate/${name}`);
  return undefined;
}

/** Reads the files of a built folder, at most one folder deep. */
export function readBuiltFiles(folder: string): readonly BuiltFile[] {
  const names = ['', ASSETS].flatMap((part) => {
    const entries = readdirSync(join(folder, part), { withFileTypes: true });
    return entries.filter((each) => each.isFile()).map((each) => `${part}${each.name}`);
  });
  const all = new Set(names);
  return names
    .filter((name) => !isCompressed(name))
    .map((name) => readBuiltFile(folder, name, all));
}

/** Sends a file, which may load others from the same folder alone. */
export function sendBuiltFile(req: Request, res: Response, file: BuiltFile): void {
  const caching = file.name.startsWith(ASSETS) ? CACHED_FOR_A_YEAR : 'no-cache';
  res.set({ 'Cache-Control': caching, 'Content-Security-Policy': POLICY });
  sendPrecompressed(req, res.type(extname(file.name)), file);
}

function isCompressed(name: string): boolean {
  return Object.values(ENCODINGS).includes(extname(name) as never);
}

function readBuiltFile(folder: string, name: string, names: ReadonlySet<string>): BuiltFile {
  const read = (suffix = '') => readFileSync(join(folder, `${name}${suffix}`));
  const compressed = names.has(`${name}${ENCODINGS.br}`)
    ? { br: read(ENCODINGS.br), gzip: read(ENCODINGS.gzip) }
    : {};
  return { name, ...withTag(read(), compressed) };
}
