// Plants ten faults in the console, each for itself, and requires that its tests find every one of them.
// The files are changed in place and restored: run it on a committed checkout, beside nothing else.
// Run: node tools/checks/console-faults.ts [name of a fault]
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const ROOT = join(import.meta.dirname, '../..');
const SOURCE = 'apps/console/src';

interface Fault {
  readonly file: string;
  readonly right: string;
  readonly wrong: string;
  /** The parts of the console whose tests have to find it. */
  readonly parts: readonly string[];
}

const FAULTS: Readonly<Record<string, Fault>> = {
  format: {
    file: 'i18n/format.ts',
    right: 'maximumFractionDigits: decimals }',
    wrong: 'maximumFractionDigits: decimals + 1 }',
    parts: ['i18n', 'purchases/purchase-list'],
  },
  zone: {
    file: 'i18n/format.ts',
    right: 'formatTime(at: Instant, zone = MADRID)',
    wrong: "formatTime(at: Instant, zone = 'UTC')",
    parts: ['i18n', 'purchases/purchase-list'],
  },
  sum: {
    file: 'bought/bought.ts',
    right: '(sum, item) => sum + item.mwh',
    wrong: '(_sum, item) => item.mwh',
    parts: ['bought', 'today/tomorrow'],
  },
  sign: {
    file: 'purchases/words.ts',
    right: '_buy_mw`] ?? 0) - Number(',
    wrong: '_buy_mw`] ?? 0) + Number(',
    parts: ['purchases/words', 'purchases/purchase-page'],
  },
  unit: {
    file: 'forecasts/figure.ts',
    right: 'Number(pred) / KWH_OF_A_MWH',
    wrong: 'Number(pred)',
    parts: ['forecasts'],
  },
  label: {
    file: 'forecasts/figure.ts',
    right: 'mwh.set((ends[row] ?? 0) - step,',
    wrong: 'mwh.set(ends[row] ?? 0,',
    parts: ['forecasts'],
  },
  'decimal comma': {
    file: 'i18n/format.ts',
    right: "String(value ?? '').replace('.', sign)",
    wrong: "String(value ?? '')",
    parts: ['i18n', 'i18n/typed-number', 'plants/plant-form'],
  },
  thousand: {
    file: 'i18n/typed-number.ts',
    right: "if (kind !== 'ambiguous' || isSmall) return { decimal };",
    wrong: 'if (kind !== undefined || isSmall) return { decimal };',
    parts: ['i18n/typed-number', 'plants/plant-form'],
  },
  sort: {
    file: 'prices/gate-time.ts',
    right: 'Date.parse(one.closes_at) - Date.parse(other.closes_at)',
    wrong: 'Date.parse(other.closes_at) - Date.parse(one.closes_at)',
    parts: ['prices'],
  },
  'stale cache': {
    file: 'api/cache.ts',
    right: 'for (const entries of [cache, pending])',
    wrong: 'for (const entries of [pending])',
    parts: ['api'],
  },
};

const [only] = process.argv.slice(2);
const names = Object.keys(FAULTS).filter((name) => only === undefined || name === only);
const broken = failedTest(names.flatMap((name) => FAULTS[name]?.parts ?? []));
if (broken !== undefined) throw new Error(`A test fails without a fault: ${broken}`);
const missed = names.filter((name) => !isFound(name, FAULTS[name] as Fault));
console.log(`${names.length - missed.length} of ${names.length} found`);
process.exitCode = missed.length > 0 ? 1 : 0;

/** Whether a test fails while the fault is in its file. */
function isFound(name: string, { file, right, wrong, parts }: Fault): boolean {
  const path = join(ROOT, SOURCE, file);
  const good = readFileSync(path, 'utf8');
  if (good.split(right).length !== 2) throw new Error(`${file} has not “${right}” once.`);
  try {
    writeFileSync(path, good.replace(right, wrong));
    const failed = failedTest(parts);
    console.log(`${name}: ${failed ?? 'NOT FOUND'}`);
    return failed !== undefined;
  } finally {
    writeFileSync(path, good);
  }
}

/** Returns the title of a test that fails; undefined if none does. */
function failedTest(parts: readonly string[]): string | undefined {
  const { stderr } = spawnSync(
    'npx',
    [
      'vitest',
      'run',
      '--bail',
      '1',
      '--project',
      'unit',
      '--project',
      'unit of the console',
      ...parts.map((part) => `${SOURCE}/${part}`),
    ],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  );
  return /^ *FAIL .*> (.+)$/m.exec(stderr)?.[1];
}
