import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ConsoleForm, windowOf } from '@solano/tools/console-forms';
import {
  BROWSER_TIMEOUT_MS,
  type BrowserContext,
  type Locator,
  openBrowser,
  type Page,
} from '@solano/tools/test-browser';
import { DEMONSTRATION, madeDemonstration } from '../demonstration.ts';
import { openService } from '../service.ts';

const BUILD = fileURLToPath(import.meta.resolve('@solano/tools/generate-console'));

/** What a user mistyped, what is not there and what is too little known: the contract’s 400, 404 and 409. */
const REJECTED = /status of 4(00|04|09)/;

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors in the browser's console: exceptions, violations of a policy, failed requests. */
  readonly errors: string[];
  /** A test provokes errors with such texts: they are none of the page. */
  readonly provoke: (expected: RegExp) => void;
  /** The addresses that it has requested. */
  readonly requests: string[];
}

/**
 * The service with its demonstration, whose year is there: pages do not change under a test; and a
 * browser to look at the console with.
 */
export async function openConsole() {
  await using opened = new AsyncDisposableStack();
  // `vitest` alone builds nothing; where the build is current, this is a matter of milliseconds.
  await promisify(execFile)(BUILD);
  // A test opens pages faster than any user.
  const environment = { ...DEMONSTRATION, RATE_LIMIT_PER_MINUTE: '0' };
  const service = opened.use(await openService(environment, await madeDemonstration()));
  const browser = await openBrowser();
  opened.defer(() => browser.close());
  const key = (await readFile(join(service.folder, 'demo.key'), 'utf8')).trim();
  const running = opened.move();
  return {
    service,
    key,
    /** A page in a window of its own, signed out. */
    async visitor(form: ConsoleForm = {}): Promise<Visitor> {
      const context = await browser.newContext({
        ...windowOf(form),
        // Times are those of the plant or of Madrid, wherever the browser is.
        timezoneId: 'Asia/Tokyo',
      });
      context.setDefaultTimeout(BROWSER_TIMEOUT_MS);
      const page = await context.newPage();
      const errors: string[] = [];
      const provoked = [REJECTED];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        const text = `${message.text()} ${message.location().url}`;
        const isProvoked = provoked.some((expected) => expected.test(text));
        if (message.type() === 'error' && !isProvoked) errors.push(text);
      });
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      const provoke = (expected: RegExp) => void provoked.push(expected);
      return { page, context, errors, provoke, requests };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

export type TestConsole = Awaited<ReturnType<typeof openConsole>>;

/** Signs in with a key, in any language. */
export async function signIn(page: Page, url: string, key: string): Promise<void> {
  await page.goto(url);
  await page.locator('main input').fill(key);
  await page.keyboard.press('Enter');
  await page.locator('nav').waitFor({ state: 'attached' });
  await page.locator('h1').waitFor();
}

/** Picks an option of a field by typing its name. */
export async function pick(field: Locator, option: string): Promise<void> {
  await field.fill(option);
  await field.press('Enter');
}

/** Opens a page of the console and waits until it has all that it shows. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(`new Promise((shown) => {
    const hash = ${JSON.stringify(`#/${path}`)};
    if (location.hash === hash) return shown();
    // After the listener of the console, and what that draws at once.
    addEventListener('hashchange', () => setTimeout(shown), { once: true });
    location.hash = hash;
  })`);
  await settled(page);
}

/** Waits until nothing is loading any more: a loaded part begins its own requests at once. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
}
