import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { crowdedFolders, importCycles } from './structure.ts';

const ROOT = join(import.meta.dirname, '../..');

const files = globSync('{apps,libs,tools}/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: ['**/node_modules', '**/generated'],
});
const isTest = (path: string) => /\.test\.tsx?$|\/(test|e2e|contracts)\//.test(path);

test('the sources import each other without a cycle, types included', () => {
  const sources = new Map(files.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
  expect(sources.size).toBeGreaterThan(500);
  expect(importCycles(sources)).toEqual([]);
});

test('no folder has more than 20 source files', () => {
  expect(crowdedFolders(files.filter((path) => !isTest(path)))).toEqual([]);
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

  test('names every file of a cycle of types', () => {
    const sources = sourcesOf({
      'a/hen.ts': ['../b/egg.ts'],
      'b/egg.ts': ['./nest.ts'],
      'b/nest.ts': ['../a/hen.ts'],
    });
    expect(importCycles(sources)).toEqual(['a/hen.ts → b/egg.ts → b/nest.ts → a/hen.ts']);
  });

  test('sees a file that imports itself, and lazy and several-line imports', () => {
    const sources = new Map([
      ['self.ts', `export * from './self.ts';`],
      ['lazy.ts', `const load = () => import('./eager.ts');`],
      ['eager.ts', `import {\n  load,\n} from './lazy.ts';`],
    ]);
    expect(importCycles(sources)).toEqual(['self.ts → self.ts', 'lazy.ts → eager.ts → lazy.ts']);
  });

  test('accepts a file that two others import', () => {
    const sources = sourcesOf({
      'a.ts': ['./b.ts', './c.ts'],
      'b.ts': ['./d.ts'],
      'c.ts': ['./d.ts'],
      'd.ts': [],
    });
    expect(importCycles(sources)).toEqual([]);
  });
});

test('the check for folders counts the files of each folder by itself', () => {
  const paths = Array.from({ length: 21 }, (_, i) => `full/${i}.ts`);
  expect(crowdedFolders([...paths.slice(1), 'full/more/a.ts'])).toEqual([]);
  expect(crowdedFolders(paths)).toEqual(['full: 21']);
});

test('a submission passes at most 25 files until it is completed, and every file named exists', () => {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const named = [...page.matchAll(/`((?:apps|libs|tools)\/[^`{}<]*\.ts)`/g)].map(
    ([, path]) => path,
  );
  expect(named.filter((path) => !existsSync(join(ROOT, path as string)))).toEqual([]);
  const steps = page.match(/^\d+\. /gm) ?? [];
  expect([steps.length > 0, steps.length <= 25]).toEqual([true, true]);
});
