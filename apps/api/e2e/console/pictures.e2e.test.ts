import { buffer } from 'node:stream/consumers';
import type { Page } from '@solano/tools/test-browser';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openConsole, settled, signIn, type TestConsole, type Visitor, visit } from './console.ts';

/** Paper is white, and MD blue on it, whatever the page has. */
const [WHITE, MD] = ['#ffffff', '#1b6ca8'];

let opened: TestConsole;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  opened = await openConsole();
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(async () => {
  visitor = await opened.visitor({ isDark: true });
  ({ page } = visitor);
  await signIn(page, opened.service.url, opened.key);
});
afterEach(async () => {
  await visitor.context.close();
  if (visitor.errors.length > 0) throw new Error(visitor.errors.join('\n'));
});

/** Runs code in the page, which Node has no types for. */
function inPage<T>(code: string): Promise<T> {
  return page.evaluate(code);
}

interface Parsed {
  readonly name: string;
  readonly title: string;
  readonly texts: readonly string[];
  readonly strokes: readonly string[];
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Pixels of each colour. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Saves a file of the first chart. */
async function saved(format: 'SVG' | 'PNG'): Promise<{ name: string; content: Buffer }> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: format, exact: true }).first().click();
  const download = await downloading;
  const content = await buffer(await download.createReadStream());
  return { name: download.suggestedFilename(), content };
}

test('a chart is saved as SVG and as PNG in the colours of paper, without a request to another host', async () => {
  await visit(page, 'prices');
  await page.locator('canvas').first().waitFor();
  const legend = page.locator('.chart').first().locator('.legend');
  await legend.getByRole('button', { name: 'MID1' }).click();
  const svg = await saved('SVG');
  expect(svg.name).toBe('prices.svg');
  const parsed = await inPage<Parsed>(`(() => {
    const text = ${JSON.stringify(svg.content.toString())};
    const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    const all = (name, read) => [...root.querySelectorAll(name)].map(read);
    return {
      name: root.tagName,
      title: root.firstElementChild.textContent,
      texts: all('text', (each) => each.textContent),
      strokes: all('path', (each) => each.getAttribute('stroke')),
    };
  })()`);
  expect(parsed).toMatchObject({ name: 'svg', title: 'Predicted prices (EUR/MWh)' });
  expect(parsed.texts).toEqual(expect.arrayContaining(['Europe/Madrid', 'MD', 'MID2', 'MID3']));
  expect(parsed.texts).not.toContain('MID1');
  expect(parsed.strokes).toContain(MD);

  const png = await saved('PNG');
  expect(png.name).toBe('prices.png');
  const pixels = await inPage<Pixels>(`(async () => {
    const bytes = Uint8Array.fromBase64('${png.content.toString('base64')}');
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const counts = {};
    for (let at = 0; at < data.length; at += 4) {
      const hex = [...data.slice(at, at + 3)].map((part) => part.toString(16).padStart(2, '0'));
      const color = '#' + hex.join('');
      counts[color] = (counts[color] ?? 0) + 1;
    }
    return { width, height, counts };
  })()`);
  expect(pixels).toMatchObject({ width: 1920, height: 880 });
  expect(pixels.counts[WHITE]).toBeGreaterThan((1920 * 880) / 2);
  expect(pixels.counts[MD]).toBeGreaterThan(500);
  const ownHost = [opened.service.url, `blob:${opened.service.url}`];
  expect(visitor.requests.filter((url) => !ownHost.some((own) => url.startsWith(own)))).toEqual([]);
});

test('the first page shows pictures of prices and of plants, each a step from its inputs', async () => {
  await settled(page);
  await page
    .getByRole('img', { name: /^Day-ahead prices, today and tomorrow\. Predicted: / })
    .waitFor();
  const plant = page.locator('.plant-bars').getByRole('link').first();
  const name = (await plant.textContent()) ?? '';
  await plant.click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
});

test('a printed page says of which days it is, lets a long card begin on its first sheet, and has no words of links that paper lacks', async () => {
  await visit(page, 'deviation');
  // The demonstration's year comes while the test begins.
  const long = async () => {
    await page.reload();
    await settled(page);
    return page.locator('tr:nth-child(12)').count();
  };
  await expect.poll(long).toBeGreaterThan(0);
  await page.emulateMedia({ media: 'print' });
  await page.getByText(/^\d+ \w+ \d{4} – \d+ \w+ \d{4}$/).waitFor();
  const shown = (selector: string) =>
    inPage<string[]>(`[...document.querySelectorAll('${selector}')]
      .filter((each) => each.checkVisibility())
      .map((each) => each.textContent)`);
  expect(await shown('p:not(.hint):has(> a[download])')).toEqual([]);
  const breaks =
    "getComputedStyle(document.querySelector('.card:has(tr:nth-child(12))')).breakInside";
  expect(await inPage<string>(breaks)).toBe('auto');
  for (const path of ['production', 'consumption', 'forecasts']) {
    await page.emulateMedia({ media: 'screen' });
    await visit(page, path);
    await page.emulateMedia({ media: 'print' });
    expect(await shown(':is(p:not(.hint), li):has(> a[download]), .drop')).toEqual([]);
  }
});

test('a printed page has charts as pictures and no buttons, and no table or chart is cut', async () => {
  await visit(page, 'prices');
  await page.locator('canvas').first().waitFor();
  await page.setViewportSize({ width: 718, height: 1_000 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.evaluate('void dispatchEvent(new Event("beforeprint"))');
  const charts = await page.locator('.chart').count();
  await expect.poll(() => page.locator('.printed svg').count()).toBe(charts);
  expect(await page.locator('canvas').first().isVisible()).toBe(false);
  expect(await page.getByRole('button').count()).toBe(0);
  expect(await page.locator('.print-head').textContent()).toMatch(/^Solano · demo · \d/);
  const isCut = await inPage<boolean>(`[...document.querySelectorAll('.printed svg, table')].some(
    (each) => each.getBoundingClientRect().right > innerWidth,
  )`);
  expect(isCut).toBe(false);
  const color = (name: string) =>
    inPage<string>(`getComputedStyle(document.body).getPropertyValue('${name}')`);
  expect([await color('--text'), await color('--md')]).toEqual(['#1c2429', MD]);
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  expect(await color('--md')).not.toBe(MD);
});
