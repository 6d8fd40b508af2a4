// Makes the pictures of README and guide from the console, beside a running demo: submits the README's purchase, and takes
// pictures of its result and of other pages. Run: npm run pictures [-- data folder [url]]
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openBrowser, type Page } from '../servers/test-browser.ts';

const ROOT = join(import.meta.dirname, '../..');
const WIDTH = 1280;
const DAY_MS = 24 * 60 * 60_000;

const [data = '.solano', url = 'http://127.0.0.1:3000'] = process.argv.slice(2);
const key = (await readFile(join(data, 'demo.key'), 'utf8')).trim();
const browser = await openBrowser();
try {
  const page = await signedIn(key);
  await submitPurchase(page);
  await page.getByRole('button', { name: 'All models' }).click();
  await page.getByRole('radio').nth(2).check();
  await page.locator('.plot canvas').first().waitFor();
  await picture(page, 'docs/console.png', 950);

  await visit(page, '');
  await picture(page, 'docs/guide/desk.png', 720);
  await visit(page, 'plants');
  await page.getByRole('link', { name: 'DEMO_WIND_NORTH' }).click();
  await page.locator('canvas').first().waitFor();
  await picture(page, 'docs/guide/plant.png', 720);

  const operator = await signedIn(await operatorKey());
  await visit(operator, 'service');
  await picture(operator, 'docs/guide/service.png', 720);
} finally {
  await browser.close();
}

async function signedIn(secret: string): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Madrid',
    reducedMotion: 'reduce',
  });
  await context.addInitScript(`
    localStorage.setItem('solano.choices-of', 'demo');
    localStorage.setItem('solano.user', 'ana');
    localStorage.setItem('solano.retailer', 'acme');
  `);
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel('API key').fill(secret);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Desk', exact: true }).waitFor();
  return page;
}

async function submitPurchase(page: Page): Promise<void> {
  await visit(page, 'purchases/new');
  await page.getByLabel('User').fill('ana');
  await page.getByLabel('Retailer').fill('acme');
  await page.getByLabel('Cells').fill(dayOfCells());
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByText('completed').first().waitFor();
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(`${url}/#/${path}`);
}

async function picture(page: Page, path: string, height: number): Promise<void> {
  await page.setViewportSize({ width: WIDTH, height });
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(ROOT, path) });
}

/** A key of the demo customer that sees the operator's pages, for an hour. */
async function operatorKey(): Promise<string> {
  const command = join(ROOT, 'apps/cli/solano');
  const options = ['--scopes', 'read,operator', '--expires-in', '1h', '--json'];
  const env = { ...process.env, SOLANO_DATA: data };
  const { stdout } = await promisify(execFile)(command, ['key', 'issue', 'demo', ...options], {
    env,
  });
  return (JSON.parse(stdout) as { readonly key: string }).key;
}

/** 1.5 MW in every hour of the day after tomorrow in Madrid, of which the demo has bought nothing, as cells of a spreadsheet. */
function dayOfCells(): string {
  const today = Date.parse(new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Madrid' }));
  const day = (days: number) => new Date(today + days * DAY_MS).toISOString().slice(0, 10);
  const ends = Array.from(
    { length: 23 },
    (_, i) => `${day(2)} ${String(i + 1).padStart(2, '0')}:00`,
  );
  return [...ends, `${day(3)} 00:00`].map((end) => `${end}\t1.5`).join('\n');
}
