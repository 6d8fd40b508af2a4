import type { Page } from '@solano/tools/test-browser';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  openConsole,
  pick,
  settled,
  signIn,
  type TestConsole,
  type Visitor,
  visit,
} from './console.ts';

let opened: TestConsole;
let visitor: Visitor;
let colleague: Visitor;
let page: Page;

beforeAll(async () => {
  opened = await openConsole();
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(async () => {
  visitor = await opened.visitor();
  colleague = await opened.visitor();
  ({ page } = visitor);
  await signIn(page, opened.service.url, opened.key);
});
afterEach(async () => {
  const errors = [visitor, colleague].flatMap((each) => each.errors);
  await visitor.context.close();
  await colleague.context.close();
  if (errors.length > 0) throw new Error(errors.join('\n'));
});

/** What a page is about: its titles, what its fields hold, and the pressed buttons of its choices. */
async function shownBy({ page: shown }: Visitor): Promise<string[]> {
  await settled(shown);
  return shown.evaluate(`[
    ...document.querySelectorAll(
      'main :is(h1, h2, input, select, fieldset [aria-pressed="true"])',
    ),
  ].map((each) => each.value || each.checked || each.textContent)`);
}

/** The colleague opens a link, and signs in where it leads. */
async function openAsColleague(link: string): Promise<void> {
  await colleague.page.goto(link);
  await colleague.page.getByLabel('API key').fill(opened.key);
  await colleague.page.keyboard.press('Enter');
  await colleague.page.getByRole('button', { name: 'Sign out' }).waitFor();
  await colleague.page.locator('main h1').waitFor();
}

test('a link shows a colleague the same, and back and a reload show what was there', async () => {
  await visit(page, 'outages');
  const plant = page.getByRole('combobox', { name: 'Plant' });
  await pick(plant, 'wind_isl');
  await expect.poll(() => plant.inputValue()).toBe('DEMO_WIND_ISLAND');
  await page
    .getByRole('row', { name: /^DEMO_WIND_ISLAND/ })
    .or(page.getByText('No outages in'))
    .first()
    .waitFor();
  const before = await shownBy(visitor);
  await page.getByRole('button', { name: 'Quarter' }).click();
  const after = await shownBy(visitor);
  expect(after).not.toEqual(before);
  expect(new URL(page.url()).hash).toMatch(
    /^#\/outages\?plant=DEMO_WIND_ISLAND&from=2\d{3}-\d\d-\d\d&to=2\d{3}-\d\d-\d\d$/,
  );
  await openAsColleague(page.url());
  await expect.poll(() => shownBy(colleague)).toEqual(after);
  await page.reload();
  await page.locator('main h1').waitFor();
  await expect.poll(() => shownBy(visitor)).toEqual(after);
  await page.goBack();
  await expect.poll(() => shownBy(visitor)).toEqual(before);
  await page.goForward();
  await expect.poll(() => shownBy(visitor)).toEqual(after);
});

const LINKS = [
  'desk?user=ana&retailer_id=acme',
  'plants?search=wind',
  'forecasts?plant=DEMO_WIND_NORTH&unit=MWh&timezone=UTC&view=sum',
  'production?from=2026-11-02&to=2026-11-04',
  'consumption?user=ana&retailer_id=acme&from=2026-11-02&to=2026-11-04',
  'prices?session=MID2&view=spreads',
  'purchases?user=ana&status=failed&from=2026-11-01&to=2026-11-30',
  'deviation?user=ana&retailer_id=acme&from=2026-11-02&to=2026-11-04&by=weekday',
  'strategies?user=ana&retailer_id=acme&version=0',
];

test('each page shows the same by its address, whatever was chosen last', async () => {
  await visit(page, 'desk?user=somebody&retailer_id=else');
  await openAsColleague(`${opened.service.url}/#/plants`);
  for (const link of LINKS) {
    for (const each of [visitor, colleague]) await visit(each.page, link);
    const differences = async () => {
      const [own, theirs] = [await shownBy(visitor), await shownBy(colleague)];
      return [
        link,
        ...own.filter((text) => !theirs.includes(text)),
        ...theirs.filter((text) => !own.includes(text)),
      ];
    };
    await expect.poll(differences).toEqual([link]);
    const [, query = ''] = link.split('?');
    const known = await page.getByText('The address of this page names').count();
    expect([link, known]).toEqual([link, 0]);
    for (const [name, value] of new URLSearchParams(query))
      expect([link, name, page.url()]).toEqual([
        link,
        name,
        expect.stringContaining(`${name}=${value}`),
      ]);
  }
});

test('a value of the address that nothing has is said, and the page shows the usual', async () => {
  await visit(page, 'outages?plant=NOWHERE&from=2026-13-01&to=x');
  await page.getByText('The address of this page names “NOWHERE”').waitFor();
  await page.getByText('The address of this page names “2026-13-01 – x”').waitFor();
  await page.getByText('DEMO_WIND_NORTH').first().waitFor();
  await pick(page.getByRole('combobox', { name: 'Plant' }), 'DEMO_WIND_NORTH');
  await page.getByText('“NOWHERE”').waitFor({ state: 'detached' });
  await visit(page, 'purchases/ana/nothing');
  await page.getByText('There is no such purchase').waitFor();
  await visit(page, 'plants/nothing');
  await page.getByText('There is no such plant').waitFor();
});

test('a link shows a colleague the zoom and the hidden series of a chart, and back shows all of it', async () => {
  await visit(page, 'prices');
  const plot = page.locator('.plot').first();
  await plot.locator('canvas').waitFor();
  await page.getByRole('button', { name: 'MID1', pressed: true }).first().click();
  await plot.focus();
  for (const key of ['+', '+']) await page.keyboard.press(key);
  const hash = () => new URL(page.url()).hash;
  await expect.poll(hash).toMatch(/[?&]zoom=/);
  expect(hash()).toContain('hide=1');
  await openAsColleague(page.url());
  await colleague.page.locator('.plot canvas').first().waitFor();
  const hidden = colleague.page.getByRole('button', { name: 'MID1', pressed: false });
  expect(await hidden.count()).toBe(1);
  // The link's time, and no other, is that of the colleague's chart.
  await colleague.page.locator('.plot').first().focus();
  await colleague.page.keyboard.press('+');
  const zoomOf = (link: string) =>
    (new URLSearchParams(link.split('?')[1]).get('zoom') ?? '').split('/').map(Date.parse);
  const [from = 0, to = 0] = zoomOf(hash());
  const theirs = () => zoomOf(new URL(colleague.page.url()).hash);
  await expect.poll(() => (theirs()[1] ?? 0) - (theirs()[0] ?? 0)).toBeLessThan(to - from);
  expect(theirs()[0]).toBeGreaterThanOrEqual(from);
  expect(theirs()[1]).toBeLessThanOrEqual(to);
  await page.goBack();
  await expect.poll(hash).not.toContain('zoom=');
});
