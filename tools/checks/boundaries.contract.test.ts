// The rules that keep the hexagon are only as good as the tools that reject what breaks them. A copy of the
// configuration, with violations planted in it, is given to the real tools.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

interface Manifest {
  name: string;
  workspaces: string[];
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
}

const packages = globSync(
  readManifest('.').workspaces.map((pattern) => `${pattern}/package.json`),
  { cwd: root },
).map(dirname);
const apps = packages.filter((folder) => folder.startsWith('apps/'));
const adapters = packages.filter((folder) => folder.startsWith('libs/adapters/'));
/** Neither opens adapters nor has rules of its own above. */
const plainLibraries = [
  'libs/async',
  'libs/client',
  'libs/csv',
  'libs/demo',
  'libs/process',
  'libs/report',
  'libs/schemas',
  'libs/svg',
];

function imports(specifier: string): string {
  return `import * as imported from '${specifier}';\n\nexport const planted = imported;\n`;
}

interface Violation {
  what: string;
  file: string;
  source: string;
  rule: string;
  message?: string;
}

const hexagon = 'lint/style/noRestrictedImports';

const violations: Violation[] = [
  ...[
    'node:fs',
    'fs',
    'pg',
    'highs',
    '@solano/memory',
    '@solano/highs',
    '@solano/config',
    'vitest',
    'luxon/src/zone.js',
  ].map((specifier) => ({
    what: `the domain imports ${specifier}`,
    file: `libs/domain/src/kernel/time/imports-${specifier.replaceAll(/\W/g, '-')}.ts`,
    source: imports(specifier),
    rule: hexagon,
    message: 'The domain is pure',
  })),
  {
    what: 'the domain imports its contracts',
    file: 'libs/domain/src/kernel/imports-contracts.ts',
    source: imports('@solano/domain/contracts'),
    rule: hexagon,
    message: 'The domain is pure',
  },
  ...[
    ['kernel', 'service'],
    ['service', 'market'],
    ['market', 'desk'],
    ['assets', 'market'],
    ['energy', 'forecasting'],
    ['forecasting', 'desk'],
    ['desk', 'operations'],
  ].map(([context, higher]) => ({
    what: `the context ${context} imports ${higher}`,
    file: `libs/domain/src/${context}/imports/${higher}.ts`,
    source: imports(`@solano/domain/${higher}`),
    rule: hexagon,
    message: 'The domain is pure',
  })),
  {
    what: 'the domain imports lazily',
    file: 'libs/domain/src/kernel/lazy.ts',
    source: `export const planted = async () => import('node:fs');\n`,
    rule: hexagon,
    message: 'The domain is pure',
  },
  {
    what: 'a test of the domain imports an adapter',
    file: 'libs/domain/src/assets/plant.unit.test.ts',
    source: imports('@solano/postgres'),
    rule: hexagon,
    message: 'Tests of the domain',
  },
  {
    what: 'a contract imports a driver',
    file: 'libs/domain/contracts/plant-store.ts',
    source: imports('pg'),
    rule: hexagon,
    message: 'Contracts import the domain',
  },
  {
    what: 'the configuration imports the domain',
    file: 'libs/config/src/imports-domain.ts',
    source: imports('@solano/domain/kernel'),
    rule: hexagon,
    message: 'The configuration imports zod',
  },
  ...adapters.flatMap((adapter) =>
    [...adapters.filter((other) => other !== adapter), 'libs/config', ...apps].map((other) => ({
      what: `${adapter} imports ${other}`,
      file: `${adapter}/src/imports-${other.replaceAll('/', '-')}.ts`,
      source: imports(readManifest(other).name),
      rule: hexagon,
      message: 'An adapter knows the domain',
    })),
  ),
  {
    what: 'an adapter imports contracts outside of its tests',
    file: 'libs/adapters/memory/src/imports-contracts.ts',
    source: imports('@solano/domain/contracts'),
    rule: hexagon,
    message: 'An adapter knows the domain',
  },
  {
    what: `a test of an adapter imports another adapter`,
    file: 'libs/adapters/memory/src/plant-store.contract.test.ts',
    source: imports('@solano/postgres'),
    rule: hexagon,
    message: "An adapter's tests know the domain",
  },
  ...apps.flatMap((app) =>
    apps
      .filter((other) => other !== app)
      .map((other) => ({
        what: `${app} imports ${other}`,
        file: `${app}/src/imports-${other.replaceAll('/', '-')}.ts`,
        source: imports(`${readManifest(other).name}/src/main.ts`),
        rule: hexagon,
        message: 'Apps do not import each other',
      })),
  ),
  ...adapters.flatMap((adapter) =>
    [...apps.map((app) => `${app}/src/commands`), ...plainLibraries.map((lib) => `${lib}/src`)].map(
      (folder) => ({
        what: `${folder} imports ${adapter}`,
        file: `${folder}/opens-${adapter.replaceAll('/', '-')}.ts`,
        source: imports(readManifest(adapter).name),
        rule: hexagon,
        message: folder.startsWith('apps/') ? 'Only composition names adapters' : 'A library knows',
      }),
    ),
  ),
  {
    what: 'an app imports an adapter for its type alone',
    file: 'apps/api/src/types-only.ts',
    source: `import type { PostgresDatabase } from '@solano/postgres';\n\nexport type Planted = PostgresDatabase;\n`,
    rule: hexagon,
    message: 'Only composition names adapters',
  },
  ...[
    ['libs/domain/src', '../../adapters/memory/src/index.ts'],
    ['libs/adapters/memory/src', '../../postgres/src/index.ts'],
    ['libs/adapters/memory/src', './../../postgres/src/index.ts'],
    ['libs/adapters/memory/src/plants', '../../../postgres/src/index.ts'],
    ['apps/api/src/routes', '../../../cli/src/main.ts'],
    ['apps/api/src', '../src/../../cli/src/main.ts'],
  ].map(([folder, specifier], index) => ({
    what: `${folder} imports ${specifier}`,
    file: `${folder}/escapes-${index}.ts`,
    source: imports(specifier ?? ''),
    rule: hexagon,
    message: 'A relative import must not leave its package',
  })),
  {
    what: 'an app imports a package that it does not declare',
    file: 'apps/api/src/undeclared.ts',
    source: imports('kysely'),
    rule: 'lint/correctness/noUndeclaredDependencies',
  },
  {
    what: 'two files import each other',
    file: 'libs/adapters/memory/src/hen.ts',
    source: `import { egg } from './egg.ts';\n\nexport const hen = () => egg;\n`,
    rule: 'lint/suspicious/noImportCycles',
  },
  {
    what: 'two files import each other, seen from the other',
    file: 'libs/adapters/memory/src/egg.ts',
    source: `import { hen } from './hen.ts';\n\nexport const egg = () => hen;\n`,
    rule: 'lint/suspicious/noImportCycles',
  },
  {
    what: 'a file inside of a library gathers exports',
    file: 'libs/domain/src/assets/plants/index.ts',
    source: `export * from './plant.ts';\n`,
    rule: 'lint/performance/noBarrelFile',
  },
];

const clean: Record<string, string> = {
  'libs/domain/src/assets/index.ts': `export { plant } from './plants/plant.ts';\n`,
  'libs/domain/src/kernel/index.ts': `export const rejected = 'rejected';\n`,
  'libs/domain/src/assets/plants/plant.ts': `import { rejected } from '@solano/domain/kernel';\nimport { DateTime } from 'luxon';\n\nexport const plant = { rejected, since: DateTime.fromISO('2026-01-01') };\n`,
  'libs/domain/src/assets/plants/plant.unit.test.ts': `import fc from 'fast-check';\nimport { expect, it } from 'vitest';\nimport { plant } from './plant.ts';\n\nit('a plant is', () => {\n  expect([plant, fc]).toBeDefined();\n});\n`,
  'libs/domain/contracts/index.ts': `export * from './plant-store.contract.ts';\n`,
  'libs/domain/contracts/plant-store.contract.ts': `import { createServer } from 'node:http';\nimport { plant } from '@solano/domain/assets';\nimport { it } from 'vitest';\n\nexport const suite = () => it('the store serves', () => [createServer, plant]);\n`,
  'libs/config/src/index.ts': `import { readFileSync } from 'node:fs';\nimport { z } from 'zod';\n\nexport const read = () => z.string().parse(readFileSync('config'));\n`,
  'libs/adapters/postgres/src/index.ts': `import { plant } from '@solano/domain/assets';\nimport pg from 'pg';\n\nexport const open = () => [plant, new pg.Pool()];\n`,
  'libs/adapters/postgres/src/index.contract.test.ts': `import { plant } from '@solano/domain/contracts';\nimport { it } from 'vitest';\nimport { open } from './index.ts';\n\nit('a pool opens', () => [plant, open]);\n`,
  'libs/runtime/src/index.ts': `import { open } from '@solano/postgres';\n\nexport const runtime = () => open;\n`,
  'apps/api/src/compose.ts': `import { read } from '@solano/config';\nimport { open } from '@solano/postgres';\nimport { runtime } from '@solano/runtime';\nimport express from 'express';\n\nexport const app = () => [read, open, runtime, express];\n`,
  'apps/api/src/app.unit.test.ts': `import { open } from '@solano/postgres';\nimport { it } from 'vitest';\n\nit('a pool opens', () => [open]);\n`,
};

let copy: string;

function plant(file: string, source: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), source);
}

function run(program: string, args: string[]) {
  const path = join(root, 'node_modules/.bin', program);
  const { status, stdout, error } = spawnSync(path, args, { cwd: copy, encoding: 'utf8' });
  if (error) throw error;
  return { status, stdout };
}

interface Report {
  diagnostics: { code: { value: string }; location: { path: string }; message: string }[];
}

function lint(...paths: string[]) {
  const { status, stdout } = run('biome', [
    'lint',
    '--reporter=rdjson',
    '--error-on-warnings',
    '--max-diagnostics=none',
    ...paths,
  ]);
  return { status, ...(JSON.parse(stdout) as Report) };
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'solano-boundaries-'));
  const settings = ['.gitignore', '.oxlintrc.json', 'biome.json', 'tsconfig.base.json'];
  const manifests = ['.', ...packages].map((folder) => join(folder, 'package.json'));
  const purity = ['libs/domain/tsconfig.pure.json'];
  for (const file of [...settings, ...manifests, ...purity]) {
    cpSync(join(root, file), join(copy, file));
  }
  for (const { file, source } of violations) plant(file, source);
  for (const [file, source] of Object.entries(clean)) plant(file, source);
});

afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

describe('biome', () => {
  let report: ReturnType<typeof lint>;

  beforeAll(() => {
    report = lint('.');
  });

  it.each(violations)('biome rejects: $what', ({ file, rule, message = '' }) => {
    const found = report.diagnostics
      .filter(({ location }) => location.path === file)
      .map((diagnostic) => [diagnostic.code.value, diagnostic.message]);
    expect(found).toContainEqual([rule, expect.stringContaining(message)]);
    expect(report.status).not.toBe(0);
  });

  it('biome accepts code that keeps the rules', () => {
    expect(lint(...Object.keys(clean))).toMatchObject({ status: 0, diagnostics: [] });
  });
});

describe('oxlint', () => {
  it('oxlint rejects an import in a type, which biome does not see', () => {
    const file = 'libs/domain/src/sees-a-type.ts';
    plant(file, `export type Planted = import('pg').Pool;\n`);
    const { status, stdout } = run('oxlint', ['--format=unix', file]);
    expect(stdout).toContain('consistent-type-imports');
    expect(status).not.toBe(0);
  });
});

describe('the compiler', () => {
  function compile(source: string) {
    const folder = mkdtempSync(join(copy, 'libs/'));
    const config = { extends: '../domain/tsconfig.pure.json', include: ['*.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    writeFileSync(join(folder, 'planted.ts'), source);
    return run('tsc', ['-p', folder, '--pretty', 'false']);
  }

  it.each([
    ['process', `export const planted = process.env;\n`],
    ['setTimeout', `setTimeout(() => undefined, 1);\n`],
    ['fetch', `export const planted = fetch;\n`],
    ['node:fs', imports('node:fs')],
  ])('the compiler rejects %s in the domain', (name, source) => {
    const { status, stdout } = compile(source);
    expect(stdout).toMatch(/error TS\d+/);
    expect(stdout).toContain(name);
    expect(status).not.toBe(0);
  });

  it('the compiler accepts the language in the domain', () => {
    expect(compile(`export const planted = Object.groupBy([1], String);\n`)).toMatchObject({
      status: 0,
    });
  });
});
