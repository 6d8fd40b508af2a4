import type { Browser, BrowserContext, Page } from '@solano/tools/test-browser';

const CPU_THROTTLING = 4;
const VIEWPORT = { width: 1300, height: 900 };

/** Whose purchases the console shows, and when the first chart was painted. */
const WATCH = `
  localStorage.setItem('solano.user', 'ana');
  localStorage.setItem('solano.retailer', 'acme');
  globalThis.firstChart = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.plot canvas')) return;
      observer.disconnect();
      // The frame after the one that draws it has it on the screen.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
`;

/** A window of a browser that is signed in. */
export async function signedIn(
  browser: Browser,
  url: string,
  key: string,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en-GB' });
  await context.addInitScript(WATCH);
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('input[name=key]').fill(key);
  await page.keyboard.press('Enter');
  await page.locator('nav#pages').waitFor({ state: 'attached' });
  await page.close();
  return context;
}

/** One load of a page. */
interface FirstChart {
  /** From the start of navigation until the first chart is on the screen. */
  readonly ms: number;
  /** What the main thread had done by then, at the speed of the throttled processor. */
  readonly taskMs: number;
}

/** Loads a page of the console with an empty cache and a processor of a quarter of the speed. */
export async function firstChart(context: BrowserContext, address: string): Promise<FirstChart> {
  const page = await context.newPage();
  try {
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLING });
    await session.send('Performance.enable');
    await page.goto(address);
    const ms = await page.evaluate<number>('firstChart');
    const { metrics } = await session.send('Performance.getMetrics');
    const tasks = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    return { ms, taskMs: tasks * 1_000 };
  } finally {
    await page.close();
  }
}

/** Opens a page and waits until its first chart is drawn. */
export async function opened(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await page.evaluate('firstChart');
  await page.waitForLoadState('networkidle');
  return page;
}

/** Chooses a model of a purchase; the ms from the click until its chart is on the screen. */
export function chooseModel(page: Page, index: number): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const start = performance.now();
    const observer = new MutationObserver((changes) => {
      const nodes = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      if (!nodes.some((node) => node.nodeName === 'CANVAS' || node.querySelector?.('canvas'))) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => resolve(performance.now() - start);
        painted.port2.postMessage(0);
      });
    });
    observer.observe(document.querySelector('main'), { childList: true, subtree: true });
    document.querySelectorAll('.models input[type=radio]')[${index}].click();
  })`);
}

/** Zooms a chart to half of its time and pans through it; the ms of each frame meanwhile, ascending. */
export function framesOfPan(page: Page, count: number): Promise<number[]> {
  return page.evaluate<number[]>(`new Promise((resolve) => {
    const over = document.querySelector('.plot .u-over');
    const buttons = [...document.querySelectorAll('.navigate button')];
    buttons.find((button) => button.textContent === '+').click();
    const frames = [];
    let last = performance.now();
    const move = () => {
      const now = performance.now();
      frames.push(now - last);
      last = now;
      if (frames.length > ${count}) {
        // The first ones still belong to the zoom.
        resolve(frames.slice(2).sort((one, other) => one - other));
        return;
      }
      const deltaX = (frames.length < ${count / 2} ? 1 : -1) * 12;
      over.dispatchEvent(new WheelEvent('wheel', { deltaX, bubbles: true, cancelable: true }));
      requestAnimationFrame(move);
    };
    requestAnimationFrame(move);
  })`);
}
