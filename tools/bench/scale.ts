// Measures how responses of the service grow with its data: node tools/bench/scale.ts
// [--only plants|objects|purchases|items] [--max N] [--json FILE] [--svg FOLDER]
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { chartOf } from './chart.ts';
import { openHttpSite } from './http/site.ts';
import { type Growth, growthTable } from './scale-growth.ts';
import { GROWTHS } from './scale-steps.ts';

try {
  const { values } = parseArgs({
    options: {
      /** One of the growths; all by default. */
      only: { type: 'string', default: '' },
      /** Leaves the sizes beyond this one out. */
      max: { type: 'string', default: 'Infinity' },
      json: { type: 'string', default: '.cache/scale.json' },
      /** A folder for a chart of each growth. */
      svg: { type: 'string' },
    },
  });
  const names = Object.keys(GROWTHS).filter((name) => ['', name].includes(values.only));
  if (names.length === 0) throw new Error(`--only is one of: ${Object.keys(GROWTHS).join(', ')}`);
  const grown: Growth[] = [];
  for (const name of names) grown.push(await measureAlone(name, Number(values.max)));
  await mkdir(dirname(values.json), { recursive: true });
  await writeFile(values.json, JSON.stringify({ node: process.version, grown }, null, 2));
  if (values.svg !== undefined) await draw(values.svg, grown);
} catch (error) {
  console.error(`bench: ${(error as Error).message}`);
  process.exitCode = 1;
}

/** On a database, a folder and a process of the service that nothing else has touched. */
async function measureAlone(name: string, max: number): Promise<Growth> {
  await using site = await openHttpSite('warn', 0);
  await using service = await site.startService();
  const measure = GROWTHS[name] as (typeof GROWTHS)[string];
  const growth = await measure({ site, service, max });
  console.log(`${growthTable(growth)}\n`);
  for (const [statement, plan] of Object.entries(growth.plans)) {
    console.log(`${statement}\n${plan}\n`);
  }
  return growth;
}

async function draw(folder: string, grown: readonly Growth[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const growth of grown) {
    await writeFile(join(folder, `${growth.name}-latency.svg`), chartOf(growth, 'p50Ms'));
    await writeFile(join(folder, `${growth.name}-memory.svg`), chartOf(growth, 'residentMb'));
  }
}
