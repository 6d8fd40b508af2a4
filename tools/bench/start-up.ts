// Measures `npm start` from the command to the first response of the API: cold, on a data folder that
// is not there yet, and warm, on the same one again: node tools/bench/start-up.ts [--runs N] [--json FILE]
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { residentMegabytes } from './memory.ts';
import { API_LISTENS } from './site.ts';

/** One start; times in ms from the command on. */
interface StartUp {
  readonly start: 'cold' | 'warm';
  /** Until the banner says where the service is. */
  readonly bannerMs: number;
  /** Until a request has its response. */
  readonly responseMs: number;
  /** From SIGTERM to the end of the process. */
  readonly stopMs: number;
  /** Of the API's process after the response. */
  readonly residentMb: number;
}

const ROOT = fileURLToPath(import.meta.resolve('../../package.json')).replace(/package\.json$/, '');

try {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '3' },
      json: { type: 'string', default: '.cache/start-up.json' },
    },
  });
  // What is to be measured is a start, not the installation of packages.
  await promisify(execFile)(join(ROOT, 'tools/install/packages'));
  const all: StartUp[] = [];
  for (let run = 0; run < Number(values.runs); run += 1) all.push(...(await coldAndWarm()));
  console.log(tableOf(all));
  await mkdir(dirname(values.json), { recursive: true });
  await writeFile(values.json, JSON.stringify({ node: process.version, starts: all }, null, 2));
} catch (error) {
  console.error(`bench: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function coldAndWarm(): Promise<StartUp[]> {
  const folder = await mkdtemp(join(tmpdir(), 'solano-start-up-'));
  try {
    const data = join(folder, 'data');
    return [await startOnce('cold', data), await startOnce('warm', data)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function startOnce(start: StartUp['start'], data: string): Promise<StartUp> {
  const { PATH = '', HOME = '' } = process.env;
  const begin = performance.now();
  const since = (from: number) => performance.now() - from;
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: { PATH, HOME, SOLANO_DATA: data, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  try {
    const url = await Promise.race([banner(child.stdout), exit.then(ended)]);
    const bannerMs = since(begin);
    // Without a key: the response is 403, and shows that database and routes are there.
    const response = await fetch(`${url}/api/v0/plants/`);
    await response.arrayBuffer();
    const responseMs = since(begin);
    const residentMb = await residentMegabytes(await serviceOf(child.pid ?? 0));
    const stopping = performance.now();
    child.kill('SIGTERM');
    await exit;
    return { start, bannerMs, responseMs, stopMs: since(stopping), residentMb };
  } finally {
    // Does nothing where it has ended.
    child.kill('SIGTERM');
    await exit;
  }
}

function banner(stdout: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      const match = API_LISTENS.exec(line);
      if (match?.[1]) resolve(match[1]);
    });
  });
}

function ended(): never {
  throw new Error('npm start has ended by itself');
}

/** The process that npm started: every script in between becomes the next. */
async function serviceOf(pid: number): Promise<number> {
  return Number.parseInt(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10);
}

function tableOf(all: readonly StartUp[]): string {
  const rows = (['cold', 'warm'] as const).map((start) => {
    const runs = all.filter((each) => each.start === start);
    const of = (name: 'bannerMs' | 'responseMs' | 'stopMs' | 'residentMb') => {
      const sorted = runs.map((run) => run[name]).sort((a, b) => a - b);
      return (sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN).toFixed(0);
    };
    return `| ${start} | ${of('bannerMs')} | ${of('responseMs')} | ${of('stopMs')} | ${of('residentMb')} |`;
  });
  return [
    '| start | banner ms | first response ms | stop ms | RSS MB |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}
