// The clocks of processes, which may be moved while they run.
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const LIBRARIES = '/usr/lib';
const NAME = 'faketime/libfaketimeMT.so.1';
const SHIFTED_CLOCK = new URL('./shifted-clock.ts', import.meta.url).href;

/**
 * libfaketime: what LIBFAKETIME names, else what the system has (Debian's package libfaketime). With
 * it the clock of PostgreSQL moves as well; undefined: only that of programs that run on Node does.
 */
export const FAKETIME = process.env.LIBFAKETIME ?? systemLibrary();

/** An environment whose processes show the time that the file says. */
export function clockEnvironment(file: string): Record<string, string> {
  if (FAKETIME === undefined) {
    return { NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`, CLOCK_OFFSET_FILE: file };
  }
  return {
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // Under its former name, which Debian 12 has.
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_RESET: '1',
  };
}

/** Moves the clocks of all that show the time of the file, by at most a second later. */
export async function moveClocks(file: string, seconds: number): Promise<void> {
  await writeFile(file, `${seconds < 0 ? '-' : '+'}${Math.abs(Math.round(seconds))}`);
}

function systemLibrary(): string | undefined {
  if (!existsSync(LIBRARIES)) return undefined;
  const folders = readdirSync(LIBRARIES).map((name) => join(LIBRARIES, name, NAME));
  return folders.find((path) => existsSync(path));
}
