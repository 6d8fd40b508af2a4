// Makes pictures of every page of the console in the forms in which the tests measure it, to be looked at.
// Run beside a demo: node tools/generate/console-pictures.ts <folder> [data folder] [url]
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONSOLE_FORMS, windowOf } from '../servers/console-forms.ts';
import { openBrowser, type Page } from '../servers/test-browser.ts';

const [folder, data = '.solano', url = 'http://127.0.0.1:3000'] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: console-pictures.ts <folder> [data] [url]');
const key = (await readFile(join(data, 'demo.key'), 'utf8')).trim();
await mkdir(folder, { recursive: true });
const browser = await openBrowser();
try {
  for (const form of CONSOLE_FORMS) {
    const context = await browser.newContext({ ...windowOf(form), timezoneId: 'Europe/Madrid' });
    const page = await context.newPage();
    await page.goto(url);
    await page.locator('main input').fill(key);
    await picture(page, form.name, 'sign-in');
    await page.keyboard.press('Enter');
    await page.locator('nav').waitFor({ state: 'attached' });
    for (const address of await addresses(page)) {
      await page.goto(url + address);
      await picture(page, form.name, address.replace(/\W+/g, ' ').trim() || 'desk');
    }
    await context.close();
  }
} finally {
  await browser.close();
}

/** The pages of the menu; beside them the first plant and the first purchase. */
async function addresses(page: Page): Promise<string[]> {
  const own = await linksOf(page, 'nav a');
  const more: string[] = ['/#/purchases/new'];
  for (const list of ['plants', 'purchases']) {
    await page.goto(`${url}/#/${list}`);
    await settled(page);
    const links = await linksOf(page, `main td a[href^="#/${list}/"]`);
    more.push(...links.slice(0, 1));
  }
  return [...own, ...more];
}

async function linksOf(page: Page, selector: string): Promise<string[]> {
  const links = await page.locator(selector).all();
  return Promise.all(links.map(async (link) => `/${await link.getAttribute('href')}`));
}

async function settled(page: Page): Promise<void> {
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
}

async function picture(page: Page, form: string, name: string): Promise<void> {
  await settled(page);
  await page.screenshot({ path: join(folder ?? '', `${name}, ${form}.png`), fullPage: true });
}
