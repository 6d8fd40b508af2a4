import { CONSOLE_FORMS, type ConsoleForm } from '@solano/tools/console-forms';
import type { Page } from '@solano/tools/test-browser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settled, signIn, type Visitor, visit } from './console.ts';
import { DESK, DIALOGS, type Example, openExample, PAGES } from './example.ts';
import { formsOf, layoutProblems, shifted, watchShifts } from './layout.ts';

/** The sum of layout shifts up to which a page counts as steady, by web.dev/articles/cls. */
const MAX_SHIFT = 0.1;

/** What is typed or chosen in forms so that they show errors: in which fields, by selector. */
const WRONG: readonly (readonly [path: string, button: string, field: string, text: string])[] = [
  ['plants', 'New plant', 'input', '1.250'],
  ['plants', 'Import', 'textarea', 'Nombre\tLatitud\tMW instalados\nFisterra\t143\t1.250\n'],
  ['outages', 'New outage', 'input[inputmode=decimal]', '1.250'],
  ['outages', 'Upload a file', 'input[type=file]', 'Planta;Inicio;Fin;MW\nX;26/11/2026;1;x\n'],
  ['production', 'Upload production', 'input[type=file]', 'Planta;Fecha;MW\nX;26/11/2026;x\n'],
  ['consumption', 'Upload consumption', 'input[type=file]', 'Fecha;MW\n26/11/2026;x\n'],
  ['keys', 'New webhook', 'input[type=url]', 'ftp://127.0.0.1/'],
  ['purchases/new', '', 'textarea', 'datetime\tMW\n24/11/2027 20:00\t1.250\nxyz\t-x\n'],
  ['strategies', '', 'input[inputmode=decimal]', '1.250'],
];

/** Days of calendars whose titles come to stand in different places beside the edge. */
const CALENDARS = ['from=2026-11-01&to=2026-12-31', 'from=2026-11-02&to=2026-11-16'];

const LANGUAGES = [...Map.groupBy(CONSOLE_FORMS, ({ locale }) => locale)].map(
  ([locale, forms]) => ({ locale, forms }),
);

let opened: Example;
/** The key of a customer who has nothing. */
let emptyKey: string;
/** The buttons that open dialogs, by their place on the page: their texts differ by language. */
const places = new Map<string, number>();

beforeAll(async () => {
  opened = await openExample();
  ({ key: emptyKey } = await opened.service.customer('Primera'));
  const { page, context } = await enter({});
  // What the service computes once is then there, too: only the console is looked at.
  const buttons = [...DIALOGS, ...WRONG.filter(([, button]) => button !== '')];
  for (const path of PAGES) {
    await visit(page, opened.addressOf(path));
    const texts = await page.locator('main button').allTextContents();
    for (const [where, name] of buttons)
      if (where === path) places.set(`${path} ${name}`, texts.indexOf(name));
  }
  await context.close();
  const missing = [...places].filter(([, place]) => place < 0).map(([name]) => name);
  if (missing.length > 0) throw new Error(`The pages have no buttons ${missing.join(', ')}.`);
});
afterAll(() => opened[Symbol.asyncDispose]());

async function enter(form: ConsoleForm, key = opened.key): Promise<Visitor> {
  const visitor = await opened.visitor(form);
  await visitor.context.addInitScript(DESK);
  await signIn(visitor.page, opened.service.url, key);
  return visitor;
}

/** Opens a page, and returns how far things moved on it, if that is more than a little. */
async function shiftsOf(page: Page, path: string): Promise<string[]> {
  await watchShifts(page);
  await visit(page, path);
  const { sum, moved } = await shifted(page);
  return sum > MAX_SHIFT ? [`moved by ${sum.toFixed(3)}: ${moved.join(', ')}`] : [];
}

/** Opens pages in the form of a window, and returns what is wrong with each. */
async function problemsOfPages(page: Page, pages: readonly string[]): Promise<string[]> {
  await loadAgain(page);
  const found: string[] = [];
  for (const path of pages) {
    const problems = await shiftsOf(page, opened.addressOf(path));
    problems.push(...(await layoutProblems(page)));
    found.push(...problems.map((each) => `/${path}: ${each}`));
  }
  return found;
}

/** What moves within half a second of a key or a change of the window is no shift to a browser: the page is loaded again. */
async function loadAgain(page: Page): Promise<void> {
  await page.reload();
  await page.locator('.page-head').waitFor();
  await settled(page);
}

async function openDialog(page: Page, path: string, name: string): Promise<void> {
  await visit(page, opened.addressOf(path));
  await page
    .locator('main button')
    .nth(places.get(`${path} ${name}`) ?? -1)
    .click();
  await page.getByRole('dialog').waitFor();
  await settled(page);
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Faults as scripts of the page, each with what has to be found. */
const FAULTS: readonly (readonly [name: string, fault: string, finding: RegExp])[] = [
  ['a wide element', "$('footer').style.width = '110vw'", /^scrolls by \d+ px/],
  [
    'a text that is cut',
    "Object.assign($('h1').style, { width: '1rem', overflow: 'hidden', whiteSpace: 'nowrap' })",
    /^cut h1 /,
  ],
  [
    'a text that is moved onto another',
    "Object.assign($('h2').style, { position: 'relative', top: '3rem' })",
    /^overlaps /,
  ],
  [
    'a number too long for its field',
    "$('input[inputmode=decimal]').style.width = '1.5rem'",
    /^cut input /,
  ],
  [
    'a control under something',
    "Object.assign($('h2').style, { position: 'fixed', inset: 0 })",
    /^unreachable .* under h2/,
  ],
  [
    'a control beyond the edge',
    "$('button.primary').style.marginLeft = '-90vw'",
    /^unreachable .* outside/,
  ],
];

test.each(FAULTS)('the measurement finds %s', async (_name, fault, finding) => {
  const { page, context } = await enter({ width: 390 });
  await visit(page, 'strategies');
  expect(await layoutProblems(page)).toEqual([]);
  await page.evaluate(
    `{ const $ = (one) => document.querySelector(one === 'footer' ? one : 'main ' + one); ${fault} }`,
  );
  expect(await layoutProblems(page)).toContainEqual(expect.stringMatching(finding));
  await context.close();
});

test('the measurement finds a part that pushes others down', async () => {
  const { page, context } = await enter({});
  await loadAgain(page);
  await watchShifts(page);
  await page.evaluate("document.querySelector('.page-head').style.marginTop = '20rem'");
  await expect.poll(async () => (await shifted(page)).sum).toBeGreaterThan(MAX_SHIFT);
  await context.close();
});

test.each(['es-ES', 'pt-PT'])('the header is one row at 1300 px in %s', async (locale) => {
  const { page, context } = await enter({ locale });
  await visit(page, 'plants');
  const middles: number[] = await page.evaluate(
    `[...document.querySelectorAll('.header :is(a, button)')]
      .map((each) => each.getBoundingClientRect())
      .filter(({ height }) => height > 0)
      .map(({ top, bottom }) => Math.round((top + bottom) / 20))`,
  );
  expect(middles.length).toBeGreaterThan(10);
  expect(new Set(middles).size).toBe(1);
  await context.close();
});

/** What is open is looked at in all forms of a language; a page is opened anew in each, as parts move while it loads. */
describe.each(LANGUAGES)('The console in $locale', ({ locale, forms }) => {
  let visitor: Visitor;
  let page: Page;
  let show: (form: ConsoleForm) => Promise<void>;

  beforeAll(async () => {
    visitor = await enter({ locale });
    ({ page } = visitor);
    show = await formsOf(page);
  });
  afterAll(() => visitor.context.close());

  async function problemsOf(where: string): Promise<string[]> {
    const found: string[] = [];
    for (const form of forms) {
      await show(form);
      found.push(...(await layoutProblems(page)).map((each) => `${where}, ${form.name}: ${each}`));
    }
    return found;
  }

  test.each(forms)('nothing is cut, covered or moved on any page on $name', async (form) => {
    await show(form);
    expect(await problemsOfPages(page, PAGES)).toEqual([]);
  });

  test('nothing is cut in a calendar, however many days it has', async () => {
    const found: string[] = [];
    for (const days of CALENDARS) {
      await visit(page, `outages?${days}`);
      found.push(...(await problemsOf(days)));
    }
    expect(found).toEqual([]);
  });

  test('nothing is cut or covered in any dialog', async () => {
    const found: string[] = [];
    for (const [path, name] of DIALOGS) {
      await openDialog(page, path, name);
      found.push(...(await problemsOf(`/${path} ${name}`)));
      await closeDialog(page);
    }
    expect(found).toEqual([]);
  });

  test('nothing is cut or covered where forms show errors', async () => {
    const found: string[] = [];
    for (const [path, name, field, text] of WRONG) {
      if (name === '') await visit(page, path);
      else await openDialog(page, path, name);
      const root = page.locator(name === '' ? 'main' : 'dialog');
      await root.locator(field).first().waitFor({ state: 'attached' });
      const file = { name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      for (const each of await root.locator(field).all())
        if (field.includes('file')) await each.setInputFiles(file);
        else await each.fill(text);
      const submit = root.locator('button[type=submit]').last();
      const error = page.locator('.problem, .faulty, .notice, .message.bad').first();
      // A form that nobody has changed cannot be sent: the button follows what was typed.
      const shown = async () => {
        const canSend = (await submit.count()) === 1 && (await submit.isEnabled());
        if (canSend && (await error.count()) === 0) await submit.click();
        return error.count();
      };
      await expect.poll(shown, { message: `/${path} ${name}` }).toBe(1);
      found.push(...(await problemsOf(`/${path} ${name}`)));
      if (name !== '') await closeDialog(page);
    }
    expect(found).toEqual([]);
  });

  describe('for a customer who has nothing', () => {
    let first: Visitor;
    let showFirst: typeof show;

    beforeAll(async () => {
      first = await enter({ locale }, emptyKey);
      showFirst = await formsOf(first.page);
    });
    afterAll(() => first.context.close());

    test.each(forms)('nothing is cut, covered or moved on the pages on $name', async (form) => {
      await showFirst(form);
      const pages = PAGES.filter((each) => !/[A-Z]/.test(each));
      expect(await problemsOfPages(first.page, pages)).toEqual([]);
    });
  });
});
