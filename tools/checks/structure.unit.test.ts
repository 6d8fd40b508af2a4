import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  crowdedFolders,
  exportedNames,
  folderCycles,
  importClosure,
  importCycles,
  longFiles,
  namesFrom,
  strayClasses,
} from './structure.ts';

const ROOT = join(import.meta.dirname, '../..');

const files = globSync('{apps,libs,tools}/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: ['**/node_modules', '**/generated'],
});
const isTest = (path: string) => /\.test\.tsx?$|\/(test|e2e|contracts)\//.test(path);

const sources = new Map(files.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
const CONTEXT = /^libs\/domain\/src\/[^/]+(?=\/)/;
const domain = [...new Set(files.flatMap((path) => path.match(CONTEXT) ?? []))].sort();

test('the sources import each other without a cycle, types and scripts of threads included', () => {
  expect(sources.size).toBeGreaterThan(500);
  expect(importCycles(sources)).toEqual([]);
});

test.each(['libs/domain/src', ...domain, 'apps/api/src', 'apps/console/src'])(
  'the folders of %s import each other one way only',
  (folder) => {
    const product = new Map([...sources].filter(([path]) => !isTest(path)));
    expect(folderCycles(folder, product)).toEqual([]);
  },
);

test('the contexts of the domain are those that its package names', () => {
  const doors = domainDoors().map(([, path]) => path);
  const contexts = domain.map((folder) => `./${relative('libs/domain', folder)}/index.ts`);
  expect(doors.filter((path) => path.endsWith('/index.ts')).sort()).toEqual(contexts.sort());
});

/** The doors of the contexts: the name and the file of each. */
function domainDoors(): [name: string, path: string][] {
  const manifest = readFileSync(join(ROOT, 'libs/domain/package.json'), 'utf8');
  const { exports } = JSON.parse(manifest) as { readonly exports: Record<string, string> };
  return Object.entries(exports).filter(([, path]) => /^\.\/src\/[^/]+\/[^/]+$/.test(path));
}

test('a door of the domain exports only what other code imports', () => {
  const idle = domainDoors().flatMap(([door, path]) => {
    const file = join('libs/domain', path);
    const others = [...sources].filter(([each]) => !each.startsWith(`${dirname(file)}/`));
    const specifier = door.replace('.', '@solano/domain');
    const used = new Set(others.flatMap(([, text]) => namesFrom(specifier, text)));
    return exportedNames(sources.get(file) ?? '')
      .filter((name) => !used.has(name))
      .map((name) => `${door}: ${name}`);
  });
  expect(idle).toEqual([]);
});

test.each(['libs/adapters/postgres/src', 'libs/adapters/memory/src'])(
  'a store of %s stands in the folder of the feature whose port it implements',
  (folder) => {
    expect(strayClasses(folder, sources)).toEqual([]);
  },
);

test('the check for stray stores names one in the folder of another feature', () => {
  const planted = new Map([
    ['libs/domain/src/farm/hens/hen.ts', 'export interface HenStore {\n}'],
    ['libs/domain/src/kernel/values/rows.ts', 'export interface Rows<Row> {\n}'],
    [
      'adapter/src/hens/hen-store.ts',
      'export class MemoryHenStore extends Store implements HenStore {}',
    ],
    ['adapter/src/eggs/hen-store.ts', 'class OtherHenStore implements HenStore, Disposable {}'],
    ['adapter/src/hen-store.ts', 'class FlatHenStore implements HenStore {}'],
    ['adapter/src/database/rows.ts', 'class PageRows<Row> implements Rows<Row> {}'],
  ]);
  expect(strayClasses('adapter/src', planted)).toEqual([
    'adapter/src/eggs/hen-store.ts: OtherHenStore, of hens',
    'adapter/src/hen-store.ts: FlatHenStore, of hens',
  ]);
});

test('a group of commands stands in a folder of its name', () => {
  const program = sources.get('apps/cli/src/program.ts') ?? '';
  const groups = [...program.matchAll(/^ {2}(\w+): \[[^\]]*?import\('([^']+)'\)/gm)];
  expect(groups.length).toBeGreaterThan(15);
  expect(groups.filter(([, name, path]) => path !== `./${name}/${name}.ts`)).toEqual([]);
});

test('no type of dependencies is made from another by leaving some out', () => {
  const made = [...sources].flatMap(([path, text]) =>
    [...text.matchAll(/\b(?:Omit|Pick)<\s*\w*Deps\b/g)].map(([type]) => `${path}: ${type}`),
  );
  expect(made).toEqual([]);
});

test('the domain has no words of HTTP, but for webhooks', () => {
  const HTTP =
    /callback|cookie|openapi|multipart|csrf|bearer|status code|x-request-id|query (?:parameter|string)/i;
  const WEB = /\bhttps?\b|\bendpoint/i;
  const words = [...sources].flatMap(([path, text]) => {
    if (!path.startsWith('libs/domain/src/') || isTest(path)) return [];
    const isOfWebhooks = path.startsWith('libs/domain/src/service/webhooks/');
    return [HTTP, ...(isOfWebhooks ? [] : [WEB])].flatMap((known) => {
      const [word] = known.exec(text) ?? [];
      return word === undefined ? [] : `${path}: ${word}`;
    });
  });
  expect(words).toEqual([]);
});

test('no folder has more than 20 source files', () => {
  expect(crowdedFolders(files.filter((path) => !isTest(path)))).toEqual([]);
});

test('no source has more than 350 lines', () => {
  expect(longFiles(new Map([...sources].filter(([path]) => !isTest(path))))).toEqual([]);
});

test('files that only tests use are not among the sources', () => {
  const helpers = files.filter((path) => /\/src\/(.*\/)?test-[^/]*$/.test(path));
  expect(helpers.filter((path) => !isTest(path))).toEqual([]);
});

describe('the check for cycles', () => {
  const sourcesOf = (imports: Record<string, readonly string[]>) =>
    new Map(
      Object.entries(imports).map(([file, paths]) => {
        return [file, paths.map((path) => `import type { X } from '${path}';\n`).join('')];
      }),
    );

  test('the check for cycles names every file of a cycle of types', () => {
    const sources = sourcesOf({
      'a/hen.ts': ['../b/egg.ts'],
      'b/egg.ts': ['./nest.ts'],
      'b/nest.ts': ['../a/hen.ts'],
    });
    expect(importCycles(sources)).toEqual(['a/hen.ts → b/egg.ts → b/nest.ts → a/hen.ts']);
  });

  test('the check for cycles sees a file that imports itself, and lazy and several-line imports', () => {
    const sources = new Map([
      ['self.ts', `export * from './self.ts';`],
      ['lazy.ts', `const load = () => import('./eager.ts');`],
      ['eager.ts', `import {\n  load,\n} from './lazy.ts';`],
    ]);
    expect(importCycles(sources)).toEqual(['self.ts → self.ts', 'lazy.ts → eager.ts → lazy.ts']);
  });

  test('the check for cycles accepts a file that two others import', () => {
    const sources = sourcesOf({
      'a.ts': ['./b.ts', './c.ts'],
      'b.ts': ['./d.ts'],
      'c.ts': ['./d.ts'],
      'd.ts': [],
    });
    expect(importCycles(sources)).toEqual([]);
  });
});

describe('the check for cycles of folders', () => {
  test('the check for cycles of folders finds a cycle of folders whose files have none', () => {
    const graph = new Map([
      ['app/hen/lay.ts', `import type { Egg } from '../egg/shell.ts';`],
      ['app/egg/hatch.ts', `import { hen } from '../hen/hen.ts';`],
      ['app/egg/shell.ts', ''],
      ['app/hen/hen.ts', ''],
    ]);
    expect(importCycles(graph)).toEqual([]);
    expect(folderCycles('app', graph)).toEqual(['hen → egg → hen']);
  });

  test('the check for cycles of folders follows the script of a thread and the door of a context', () => {
    const graph = new Map([
      ['libs/domain/src/market/index.ts', ''],
      ['libs/domain/src/market/prices.ts', `import type { Job } from '@solano/domain/service';`],
      ['libs/domain/src/service/index.ts', ''],
      ['libs/domain/src/service/jobs.ts', `import { price } from '@solano/domain/market';`],
    ]);
    expect(folderCycles('libs/domain/src', graph)).toEqual(['market → service → market']);
    const threads = new Map([
      ['run.ts', `const script = new URL('./thread.ts', import.meta.url);`],
      ['thread.ts', `import { limit } from './run.ts';`],
    ]);
    expect(importCycles(threads)).toEqual(['run.ts → thread.ts → run.ts']);
  });

  test('the check for cycles of folders accepts folders that import each other one way', () => {
    const graph = new Map([
      ['app/a/one.ts', `import '../b/two.ts';`],
      ['app/b/two.ts', `import './three.ts';`],
      ['app/b/three.ts', ''],
    ]);
    expect(folderCycles('app', graph)).toEqual([]);
  });
});

test('the closure of imports follows a name through a door to the file that declares it', () => {
  const domain = new Map([
    ['libs/domain/src/desk/sell.ts', `import {\n  type Price,\n} from '@solano/domain/market';`],
    [
      'libs/domain/src/market/index.ts',
      `export { type Price } from './price.ts';\nexport { predict } from './predict.ts';`,
    ],
    ['libs/domain/src/market/price.ts', `import type { Day } from './time/day.ts';`],
    ['libs/domain/src/market/predict.ts', ''],
    ['libs/domain/src/market/time/day.ts', `import { DateTime } from 'luxon';`],
  ]);
  expect([...importClosure(['libs/domain/src/desk/sell.ts'], domain)]).toEqual([
    'libs/domain/src/desk/sell.ts',
    'libs/domain/src/market/price.ts',
    'libs/domain/src/market/time/day.ts',
  ]);
});

test('the check for long files counts the lines of each', () => {
  const lines = (count: number) => 'hen();\n'.repeat(count);
  const planted = new Map([
    ['long.ts', lines(351)],
    ['short.ts', lines(350)],
  ]);
  expect(longFiles(planted)).toEqual(['long.ts: 351']);
});

test('the check for folders counts the files of each folder by itself', () => {
  const paths = Array.from({ length: 21 }, (_, i) => `full/${i}.ts`);
  expect(crowdedFolders([...paths.slice(1), 'full/more/a.ts'])).toEqual([]);
  expect(crowdedFolders(paths)).toEqual(['full: 21']);
});

describe('docs/architecture.md', () => {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');

  const LAYERS = ['apps/api/src', 'libs/domain/src', 'apps/console/src', 'apps/cli/src'];
  const anywhere = [
    ...page.matchAll(/`((?:apps|libs|tools|deploy|prisma)(?:\/[^`<]*)?)`/g),
  ].flatMap(([, path]) => alternatives(path as string));
  const table = page.slice(page.indexOf('| feature |')).split('\n\n')[0] ?? '';
  const ofFeatures = table.split('\n').flatMap((row) => {
    const cells = row.split('|').slice(2, -1);
    return cells.flatMap((cell, i) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, folder]) => `${LAYERS[i]}/${folder}`),
    );
  });

  test('docs/architecture.md names files and folders that exist', () => {
    expect(anywhere.length).toBeGreaterThan(60);
    expect(ofFeatures.length).toBeGreaterThan(100);
    const named = [...anywhere, ...ofFeatures];
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('docs/architecture.md names every folder of the domain, the API, the console and the command line', () => {
    const FOLDER = /^(?:apps\/(?:api|console|cli)\/src|libs\/domain\/src\/[^/]+)\/[^/]+(?=\/)/;
    const product = files.filter((path) => !isTest(path));
    const folders = new Set(product.flatMap((path) => path.match(FOLDER) ?? []));
    expect(folders.size).toBeGreaterThan(130);
    const named = new Set([...anywhere, ...ofFeatures]);
    expect([...folders].filter((folder) => !named.has(folder)).sort()).toEqual([]);
  });

  test('docs/architecture.md names the doors of each context', () => {
    const rows =
      page.slice(page.indexOf('| context |')).split('\n\n')[0]?.split('\n').slice(2) ?? [];
    const named = rows.flatMap((row) => {
      const [, context = '', , doors = ''] = row.split('|');
      const names = [...doors.matchAll(/`([^`]+)`/g)].map(([, door]) => door);
      return ['', ...names].map((door) => join('.', context.trim().slice(1, -1), door ?? ''));
    });
    const manifest = readFileSync(join(ROOT, 'libs/domain/package.json'), 'utf8');
    const { exports } = JSON.parse(manifest) as { readonly exports: Record<string, string> };
    const ofContexts = Object.entries(exports).filter(([, path]) =>
      CONTEXT.test(join('libs/domain', path)),
    );
    const doors = ofContexts.map(([door]) => join(door)).filter((door) => door !== 'number-form');
    expect(named.sort()).toEqual(doors.sort());
  });

  test('docs/architecture.md names every folder of a store, by its feature or as what stores share', () => {
    const features = new Set(ofFeatures.map((path) => basename(path)));
    const folders = globSync('libs/adapters/{postgres,memory}/src/*/', { cwd: ROOT });
    expect(folders.length).toBeGreaterThan(50);
    const SHARED = ['database', 'generated', 'objects'];
    const others = folders.map((path) => basename(path)).filter((name) => !features.has(name));
    expect(others.filter((name) => !SHARED.includes(name))).toEqual([]);
  });

  const path = page.slice(page.indexOf('## From a route to `completed`'));
  const steps = [...path.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file]) => file as string);

  test('docs/architecture.md follows a submission through at most 25 files until it is completed', () => {
    expect(steps.length).toBeGreaterThan(20);
    expect(steps.length).toBeLessThanOrEqual(25);
  });

  test('docs/architecture.md follows it in the domain through at most 75 files, with all imports', () => {
    const own = steps.filter((file) => file.startsWith('libs/domain/src/'));
    const closure = importClosure(own, sources);
    expect(own.length).toBeGreaterThan(7);
    expect([...closure].filter((file) => !sources.has(file))).toEqual([]);
    expect(closure.size).toBeLessThanOrEqual(75);
  });
});

test('each decision has a date, a title, a status and at most ten lines', () => {
  const decisions = globSync('docs/decisions/*', { cwd: ROOT });
  const FORM = /^# .+\n+Status: (accepted|superseded by \[.+\]\(.+\.md\))\n/;
  const others = decisions.filter((path) => {
    const isDated = /^\d{4}-\d\d-\d\d-[a-z0-9-]+\.md$/.test(basename(path));
    const text = readFileSync(join(ROOT, path), 'utf8');
    return !isDated || !FORM.test(text) || text.trimEnd().split('\n').length > 10;
  });
  expect(others).toEqual([]);
});

/** `a/{b,c}` stands for `a/b` and `a/c`. */
function alternatives(path: string): readonly string[] {
  const [, before, names, after] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
  return names === undefined ? [path] : names.split(',').map((name) => `${before}${name}${after}`);
}
