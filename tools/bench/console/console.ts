// Measures the console in a browser, on a service of its own, and judges it; ends with 1 where a
// goal is missed: node tools/bench/console/console.ts [--rounds N] [--json FILE]
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { type BrowserContext, openBrowser } from '@solano/tools/test-browser';
import { openSite, type Site } from '../site.ts';
import { chooseModel, firstChart, framesOfPan, opened, signedIn } from './page-time.ts';
import { purchaseOf } from './purchases.ts';

const BUILD = fileURLToPath(new URL('../../generate/console', import.meta.url));
const GOAL_MS = { firstChart: 1_000, model: 200, frame: 34 };
const ITEMS = { chart: 576, explorer: 2_976, year: 35_136 };
const MODELS = 6;
const FRAMES = 200;

/** One line of the report; `worst` is what is judged. */
interface Figure {
  readonly what: string;
  readonly median: number;
  readonly worst: number;
  readonly goal: number;
  readonly isMet: boolean;
}

try {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '7' },
      json: { type: 'string', default: '.cache/console.json' },
    },
  });
  await promisify(execFile)(BUILD);
  await using site = await openSite('embedded', 0);
  const browser = await openBrowser();
  try {
    const figures = await measure(site, await signedIn(browser, site.url, site.key), {
      rounds: Number(values.rounds),
    });
    console.log(tableOf(figures));
    await mkdir(dirname(values.json), { recursive: true });
    await writeFile(values.json, JSON.stringify({ at: new Date(), figures }, null, 2));
    if (!figures.every(({ isMet }) => isMet)) process.exitCode = 1;
  } finally {
    await browser.close();
  }
} catch (error) {
  console.error(`bench: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function measure(
  site: Site,
  context: BrowserContext,
  { rounds }: { readonly rounds: number },
): Promise<Figure[]> {
  const [plant] = await plantsOf(site);
  const pageOf = (path: string) => `${site.url}/#/${path}`;
  const purchase = (id: string) => pageOf(`purchases/ana/${id}`);
  const small = await purchaseOf(site, ITEMS.chart, MODELS);
  const pages = {
    forecasts: pageOf('forecasts'),
    'a plant': pageOf(`plants/${plant?.id}`),
    [`a purchase of ${ITEMS.chart} items`]: purchase(small),
    'prices of four sessions': pageOf('prices'),
  };
  const figures: Figure[] = [];
  for (const [name, address] of Object.entries(pages))
    figures.push(await firstCharts(context, name, address, rounds));
  figures.push(
    await explorer(context, purchase(await purchaseOf(site, ITEMS.explorer, MODELS)), rounds),
  );
  figures.push(await panning(context, purchase(await purchaseOf(site, ITEMS.year, 2))));
  return figures;
}

async function plantsOf({ url, key }: Site): Promise<{ readonly id: string }[]> {
  const headers = { Authorization: `Bearer ${key}` };
  return (await (await fetch(`${url}/api/v0/plants/`, { headers })).json()) as { id: string }[];
}

/** The median is judged: a load now and then meets a process that collects garbage. */
async function firstCharts(
  context: BrowserContext,
  name: string,
  address: string,
  rounds: number,
): Promise<Figure> {
  const loads: { readonly ms: number; readonly taskMs: number }[] = [];
  for (let round = 0; round < rounds; round += 1) loads.push(await firstChart(context, address));
  const ms = sorted(loads.map((load) => load.ms));
  const tasks = Math.round(middle(sorted(loads.map((load) => load.taskMs))));
  return {
    what: `first chart at 4× throttling, empty cache: ${name} (main thread ${tasks} ms)`,
    median: middle(ms),
    worst: ms.at(-1) ?? Number.NaN,
    goal: GOAL_MS.firstChart,
    isMet: middle(ms) <= GOAL_MS.firstChart,
  };
}

async function explorer(context: BrowserContext, address: string, rounds: number): Promise<Figure> {
  const page = await opened(context, address);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const index of [1, 3, 5, 0, 2, 4]) times.push(await chooseModel(page, index));
  await page.close();
  const ms = sorted(times);
  return {
    what: `another model chosen, ${ITEMS.explorer} items × ${MODELS} models`,
    median: middle(ms),
    worst: ms.at(-1) ?? Number.NaN,
    goal: GOAL_MS.model,
    isMet: (ms.at(-1) ?? Number.NaN) <= GOAL_MS.model,
  };
}

/** 95 of 100 frames are judged. */
async function panning(context: BrowserContext, address: string): Promise<Figure> {
  const page = await opened(context, address);
  const frames = await framesOfPan(page, FRAMES);
  await page.close();
  const most = frames[Math.floor(frames.length * 0.95)] ?? Number.NaN;
  return {
    what: `frames while half a year of ${ITEMS.year} quarter hours is panned (95 %: ${most.toFixed(0)} ms)`,
    median: middle(frames),
    worst: frames.at(-1) ?? Number.NaN,
    goal: GOAL_MS.frame,
    isMet: most <= GOAL_MS.frame,
  };
}

function sorted(values: readonly number[]): number[] {
  return [...values].sort((one, other) => one - other);
}

function middle(ascending: readonly number[]): number {
  return ascending[ascending.length >> 1] ?? Number.NaN;
}

function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, median, worst, goal, isMet }) => {
    return `| ${what} | ${median.toFixed(0)} | ${worst.toFixed(0)} | ${goal} | ${isMet ? 'yes' : 'no'} |`;
  });
  return [
    '| what | median ms | longest ms | goal | met? |',
    '| --- | ---: | ---: | ---: | --- |',
    ...rows,
  ].join('\n');
}
