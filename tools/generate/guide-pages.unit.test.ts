import { describe, expect, test } from 'vitest';
import { FIRST_PAGE, fileOf, filesOf, menuOf, targetOf, titleOf } from './guide-pages.ts';

describe('the guide', () => {
  test('the guide has all its pages in one folder, and rejects two of one name', () => {
    expect([FIRST_PAGE, 'docs/api.md', 'docs/guide/desk.md', 'SECURITY.md'].map(fileOf)).toEqual([
      'index.html',
      'api.html',
      'desk.html',
      'vulnerabilities.html',
    ]);
    expect(() => filesOf(['docs/desk.md', 'docs/guide/desk.md'])).toThrow('one name');
  });

  test('the guide reads links as they are read in the repository', () => {
    expect(targetOf('docs/guide/desk.md', '../api.md#lists')).toEqual({
      target: 'docs/api.md',
      anchor: '#lists',
    });
    expect(targetOf('docs/api.md', '#lists')).toEqual({ target: 'docs/api.md', anchor: '#lists' });
  });

  test('the guide’s menu has the pages that its first page links to, by heading', () => {
    const sources = [FIRST_PAGE, 'docs/api.md', 'docs/guide/desk.md'];
    const titles = new Map(
      sources.map((source) => [source, titleOf(`text\n\n# The \`${source}\`\n`)]),
    );
    const text =
      '# Guide\n\n[not here](desk.md)\n\n## Use\n\n[a](../api.md#x) [a](../api.md) [b](../../LICENSE)\n';
    expect(menuOf(text, filesOf(sources), titles)).toEqual([
      { title: 'Use', pages: [{ file: 'api.html', title: 'The docs/api.md' }] },
    ]);
  });
});
