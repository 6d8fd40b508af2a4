// Measures what a frame of a chart costs in the real browser: a year of quarter hours, three lines, one of them with
// its band, moved and zoomed at several widths. CPU of the page's main thread, by the browser's own counter, and with
// it the pixels of a frame: reading one back waits until all are drawn. Run: npm run bench:charts
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { openBrowser } from '../servers/test-browser.ts';

const ROOT = fileURLToPath(new URL('../../apps/console/', import.meta.url));
const MAX_MS = 16;
const FRAMES = 40;
const QUARTERS = 35_040;
/** The visible part of the year. */
const WIDTHS = { year: QUARTERS, quarter: 8_760, month: 2_880, week: 672, day: 96 };

await using cleanup = new AsyncDisposableStack();
const server = await createServer({
  root: ROOT,
  configFile: false,
  logLevel: 'error',
  server: { port: 0, host: '127.0.0.1' },
  optimizeDeps: { noDiscovery: true, include: ['uplot'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
});
cleanup.defer(() => server.close());
await server.listen();
const browser = await openBrowser();
cleanup.defer(() => browser.close());
const page = await browser.newPage({ viewport: { width: 1400, height: 700 }, locale: 'en-GB' });
await page.route('**/empty', (route) =>
  route.fulfill({ contentType: 'text/html', body: '<!doctype html><div id="plot"></div>' }),
);
await page.goto(`${server.resolvedUrls?.local[0]}empty`);
await page.evaluate(`(async () => {
  const [{ drawPlot }, navigate] = await Promise.all([
    import('/src/figure/plot.ts'),
    import('/src/chart/navigate.ts'),
  ]);
  const quarter = 900_000;
  const first = Date.parse('2025-12-31T23:00Z');
  const starts = Array.from({ length: ${QUARTERS} }, (_, index) => first + index * quarter);
  const line = (size, shift) => starts.map((_at, index) =>
    size * Math.sin(index / 15 + shift) + 20 * Math.sin(index / 3000) + ((index * 7919) % 101) / 10);
  const series = [
    { label: 'MD', values: line(40, 0), color: '--md' },
    { label: 'p90', values: line(40, 0).map((each) => each + 20), color: '--band', edgeOf: 'MD' },
    { label: 'p10', values: line(40, 0).map((each) => each - 20), color: '--band', edgeOf: 'MD' },
    { label: 'MID1', values: line(38, 1), color: '--mid1', dash: [8, 3] },
    { label: 'MID2', values: line(35, 2), color: '--mid2', dash: [3, 3] },
  ];
  const figure = { title: 'Year', unit: 'EUR/MWh', zone: 'Europe/Madrid', starts, step: quarter, series };
  const element = document.getElementById('plot');
  for (const [name, color] of Object.entries({ '--md': '#1b6ca8', '--band': '#1b6ca833', '--mid1': '#c26a00', '--mid2': '#4c7a23', '--text': '#000', '--muted': '#666', '--grid': '#ddd', '--mark': '#f002' }))
    element.style.setProperty(name, color);
  const plot = drawPlot(element, figure, { width: 1300, height: 320, hidden: new Set(), onPeriod() {} });
  const pixel = () => plot.ctx.getImageData(0, 0, 1, 1);
  window.frames_ = async (count, periods) => {
    const seconds = 900;
    const [start] = plot.data[0];
    const at = periods === ${QUARTERS} ? start : start + 10_000 * seconds;
    plot.setScale('x', { min: at, max: at + (periods - 1) * seconds });
    await new Promise(requestAnimationFrame);
    for (let frame = 0; frame < count; frame += 1) {
      // The whole year cannot be moved: it is zoomed in and out.
      if (periods === ${QUARTERS}) navigate.zoom(plot, frame % 2 === 0 ? 0.98 : 1 / 0.98);
      else navigate.pan(plot, 0.01);
      await new Promise(requestAnimationFrame);
      pixel();
    }
  };
})()`);
const session = await page.context().newCDPSession(page);
await session.send('Performance.enable', { timeDomain: 'threadTicks' });

/** CPU milliseconds of the page's tasks so far. */
async function taskMs(): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}

for (const [name, periods] of Object.entries(WIDTHS)) {
  // The first frames compile what draws them.
  await page.evaluate(`frames_(10, ${periods})`);
  const before = await taskMs();
  await page.evaluate(`frames_(${FRAMES}, ${periods})`);
  const ms = ((await taskMs()) - before) / FRAMES;
  console.log(`a frame of a ${name}: ${ms.toFixed(1)} ms of CPU (at most ${MAX_MS})`);
  if (ms > MAX_MS) process.exitCode = 1;
}
