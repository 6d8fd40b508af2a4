import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorsOf, brokenLinks, relativeLinks } from './markdown-links.ts';

const ROOT = join(import.meta.dirname, '../..');

test('every relative link in the Markdown files leads to a file or heading that exists', () => {
  const files = globSync(
    ['*.md', '.github/**/*.md', 'docs/**/*.md', '{apps,libs,tools,deploy}/**/*.md'],
    {
      cwd: ROOT,
      exclude: ['**/node_modules', '**/generated'],
    },
  );
  const pages = new Map(files.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
  expect([...pages.keys()]).toEqual(
    expect.arrayContaining([
      'README.md',
      '.github/pull_request_template.md',
      'docs/architecture.md',
    ]),
  );
  expect(brokenLinks(pages, (path) => existsSync(join(ROOT, path)))).toEqual([]);
});

describe('the check of links', () => {
  test('the check of links names a link to a missing file, to a missing heading and out of the project', () => {
    const pages = new Map([
      ['README.md', '[a](docs/a.md) [b](docs/b.md) [c](docs/a.md#cost) [d](#gone) [e](../e.md)'],
      [
        'docs/a.md',
        '# What it costs\n\n[back](../README.md) [here](#what-it-costs) ![map](map.png)',
      ],
    ]);
    const broken = brokenLinks(pages, (path) => pages.has(path));
    expect(broken).toEqual([
      'README.md: docs/b.md',
      'README.md: docs/a.md#cost',
      'README.md: #gone',
      'README.md: ../e.md',
      'docs/a.md: map.png',
    ]);
  });

  test('the check of links reads links with titles, and neither code nor addresses', () => {
    const page = '[a](a.md "A") `[b](b.md)` [c](https://c.example)\n```sh\n[d](d.md)\n```\n';
    expect(relativeLinks(page)).toEqual(['a.md']);
  });

  test('the check of links names anchors as GitHub does', () => {
    const page =
      '# From a route to `completed`\n## Start, stop, logs\n## Año 2026\n## Año 2026\n```\n# no\n```';
    expect([...anchorsOf(page)]).toEqual([
      'from-a-route-to-completed',
      'start-stop-logs',
      'año-2026',
      'año-2026-1',
    ]);
  });
});
