// Makes docs/console.png: submits the README's purchase in the console of a running demo, and takes a picture of
// its result. Run: node tools/generate/console-picture.ts [data folder] [url]
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openBrowser } from '../servers/test-browser.ts';

const PICTURE = join(import.meta.dirname, '../../docs/console.png');
const VIEWPORT = { width: 1280, height: 1160 };
const DAY_MS = 24 * 60 * 60_000;

const [data = '.solano', url = 'http://127.0.0.1:3000'] = process.argv.slice(2);
const key = (await readFile(join(data, 'demo.key'), 'utf8')).trim();
const browser = await openBrowser();
try {
  const page = await browser.newPage({
    viewport: VIEWPORT,
    locale: 'en-GB',
    timezoneId: 'Europe/Madrid',
    reducedMotion: 'reduce',
  });
  await page.goto(url);
  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Desk', exact: true }).waitFor();
  await page.goto(`${url}/#/purchases/new`);
  await page.getByLabel('User').fill('ana');
  await page.getByLabel('Retailer').fill('acme');
  await page.getByLabel('Cells').fill(dayOfCells());
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByText('completed').first().waitFor();
  await page.getByRole('radio').nth(2).check();
  await page.locator('.plot canvas').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: PICTURE });
} finally {
  await browser.close();
}

/** 1.5 MW in every hour of the day after tomorrow, as cells of a spreadsheet. */
function dayOfCells(): string {
  const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const ends = Array.from(
    { length: 23 },
    (_, i) => `${day(2)} ${String(i + 1).padStart(2, '0')}:00`,
  );
  return [...ends, `${day(3)} 00:00`].map((end) => `${end}\t1.5`).join('\n');
}
