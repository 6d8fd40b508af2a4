// Clicks what each page of the console offers, in a browser whose processor is six times slower, and prints how
// long each click took from the input to the next paint. Ends with 1 where one took more than 100 ms.
//
//   node tools/bench/interactions.ts [--rounds 3] [--page prices]
//
// Of the rounds the shortest time counts: other work on the machine only adds to it. Times are those of Event
// Timing (https://w3c.github.io/event-timing/), in steps of 8 ms; shorter ones than 16 ms are not reported.
import { parseArgs } from 'node:util';
import { type Locator, openBrowser, type Page } from '../servers/test-browser.ts';
import { startDemonstration, untilInterrupted } from './processes.ts';

const MAX_MS = 100;
const SLOWDOWN = 6;
const PAGES = [
  '',
  'plants',
  'outages',
  'forecasts',
  'production',
  'consumption',
  'prices',
  'purchases',
  'purchases/new',
  'deviation',
  'strategies',
  'keys',
];
/** What the page offers to click, besides what changes or leaves it, or is elsewhere. */
const TARGETS = 'main button, main summary, main input[type=checkbox], main tbody td a[href^="#"]';
const LINKS = 'nav a';
const LEFT_OUT =
  /delete|revoke|rotate|secret|take back|save|submit|sign out|csv|xlsx|png|svg|print/i;
/** The address of no page. */
const ELSEWHERE = 'elsewhere';
/** Rows of a table have the same buttons. */
const MAX_TARGETS = 40;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, page: { type: 'string' } },
});
const pages = values.page === undefined ? PAGES : [values.page];
const interrupted = untilInterrupted();

await using service = await startDemonstration();
const browser = await openBrowser();
try {
  const times = new Map<string, number>();
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const [click, ms] of await Promise.race([measureRound(), interrupted]))
      times.set(click, Math.min(ms, times.get(click) ?? Number.POSITIVE_INFINITY));
  report(times);
} finally {
  await browser.close();
}

/** The time of each click in ms, by its page and its name. */
async function measureRound(): Promise<Map<string, number>> {
  const context = await browser.newContext({
    viewport: { width: 1300, height: 900 },
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await page.addInitScript(`
    globalThis.interactions = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.interactionId) interactions.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true });
    localStorage.setItem('solano.language', 'en');
    localStorage.setItem('solano.user', 'demo');
    localStorage.setItem('solano.retailer', 'demo');
  `);
  await page.goto(service.url);
  await page.getByLabel('API key').fill(service.key);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Desk', exact: true }).waitFor();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const times = new Map<string, number>();
  for (const path of pages) {
    for (const targets of path === '' ? [LINKS, TARGETS] : [TARGETS]) {
      const names = await namesOf(page, path, targets);
      for (const [at, name] of names.entries()) {
        if (LEFT_OUT.test(name)) continue;
        await showWith(page, path, targets, names);
        const ms = await timeOf(page, page.locator(targets).nth(at));
        if (ms !== undefined) times.set(`${path || 'desk'}: ${name}`, ms);
      }
    }
  }
  await context.close();
  return times;
}

async function show(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Escape');
  const hash = JSON.stringify(`#/${path}`);
  await page.evaluate(`location.hash === ${hash} || (location.hash = ${hash})`);
  await painted(page);
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
  await painted(page);
}

async function painted(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(painted, 50))))',
  );
}

/** Shows a page as it first was: a click may have made another of it, such as a table of a chart. */
async function showWith(page: Page, path: string, targets: string, names: readonly string[]) {
  if (String(await namesOf(page, path, targets)) === String(names)) return;
  await show(page, ELSEWHERE);
  await show(page, path);
}

async function namesOf(page: Page, path: string, targets: string): Promise<string[]> {
  await show(page, path);
  const names =
    (await page.evaluate(`[...document.querySelectorAll(${JSON.stringify(targets)})].map((target) =>
    (target.getAttribute('aria-label') ?? target.textContent).trim().slice(0, 40))`)) as string[];
  return names.slice(0, MAX_TARGETS);
}

/** Clicks a target; undefined if it is hidden or disabled. */
async function timeOf(page: Page, target: Locator): Promise<number | undefined> {
  if (!(await target.isVisible()) || !(await target.isEnabled())) return undefined;
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) return undefined;
  await page.evaluate('interactions.length = 0');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await painted(page);
  await painted(page);
  return (await page.evaluate('Math.max(0, ...interactions)')) as number;
}

function report(times: ReadonlyMap<string, number>): void {
  const sorted = [...times].sort(([, one], [, other]) => other - one);
  for (const [click, ms] of sorted) console.log(`${String(ms).padStart(5)} ms  ${click}`);
  const slow = sorted.filter(([, ms]) => ms > MAX_MS);
  console.log(
    `${times.size} clicks, ${slow.length} of more than ${MAX_MS} ms at a ${SLOWDOWN}-fold slower processor`,
  );
  if (slow.length > 0) process.exitCode = 1;
}
