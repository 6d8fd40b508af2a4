import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { commandsOf, isExample, namedFiles, snippetsOf, solanoCommands } from './snippets.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = ['README.md', 'CONTRIBUTING.md', 'docs/*.md', 'docs/guide/*.md'];
const SNIPPETS = globSync(PAGES, { cwd: ROOT }).flatMap((page) =>
  snippetsOf(page, readFileSync(join(ROOT, page), 'utf8')),
);
/** Languages that nothing runs, beside files that commands use: texts and diagrams. */
const SHOWN = new Set(['', 'text', 'mermaid']);
/** The shell's examples: the others are run by the end-to-end tests. */
const MAX_EXAMPLES = 23;
/** Made of the lines of a script that a test of its own runs, on a machine of its own. */
const TESTED_APART = 'docs/first-server.md';

/** The commands with their options, as docs/commands.md has them. */
const COMMANDS = new Map(
  readFileSync(join(ROOT, 'docs/commands.md'), 'utf8')
    .split(/^##+ `?/m)
    .slice(1)
    .map((part) => {
      const words = /^[a-z-]+(?: [a-z-]+)*/.exec(part)?.[0] ?? '';
      return [words, [...part.matchAll(/^- `(--[a-z-]+)/gm)].map(([, option]) => option)] as const;
    }),
);

describe('the pages', () => {
  test('the pages have snippets of known languages alone', () => {
    const known = new Set([...SHOWN, 'sh', 'js', 'ts', 'python', 'json', 'yaml', 'csv']);
    expect(SNIPPETS.filter(({ language }) => !known.has(language))).toEqual([]);
    expect(
      SNIPPETS.filter(({ language, info }) => language === 'sh' && !/^(?:example)?$/.test(info)),
    ).toEqual([]);
  });

  test(`the pages have at most ${MAX_EXAMPLES} commands that are not run`, () => {
    const examples = SNIPPETS.filter((each) => isExample(each) && each.page !== TESTED_APART);
    expect(examples.length).toBeLessThanOrEqual(MAX_EXAMPLES);
  });

  test('the pages have commands that bash can read', () => {
    for (const { page, line, text } of SNIPPETS.filter(({ language }) => language === 'sh')) {
      const read = () =>
        execFileSync('bash', ['-n'], { input: text, stdio: ['pipe', 'pipe', 'pipe'] });
      expect(read, `${page}:${line}`).not.toThrow();
    }
  });

  test('the pages have JSON and YAML that can be read', () => {
    for (const { language, text } of SNIPPETS) {
      if (language === 'json') JSON.parse(text);
      if (language === 'yaml') parse(text);
    }
  });

  test('the pages name commands of solano and options that exist', () => {
    const found = SNIPPETS.filter(({ language }) => language === 'sh').flatMap(({ text }) =>
      solanoCommands(text),
    );
    expect(found.length).toBeGreaterThan(30);
    const unknown = found.filter((command) => {
      const names = [...COMMANDS.keys()].filter((each) => `${command} `.startsWith(`${each} `));
      // A group has the name of its commands' first word.
      const name = names.sort((a, b) => b.length - a.length)[0];
      const options = [...command.matchAll(/ (--[a-z-]+)/g)].map(([, option]) => option);
      const known = COMMANDS.get(name ?? '');
      return !known || options.some((option) => option !== '--json' && !known.includes(option));
    });
    expect(unknown).toEqual([]);
  });
});

describe('a snippet', () => {
  const page = [
    '```sh\necho a\n```',
    '```sh example\nsystemctl start x\n```',
    '```js a.mjs\nconsole.log(1);\n```',
    '```csv b.csv\na;b\n```',
    '```json\n{}\n```',
  ].join('\n\n');
  const snippets = snippetsOf('a.md', page);

  test('a snippet is read with its line, language and name', () => {
    expect(snippets.map(({ line, language, info }) => [line, language, info])).toEqual([
      [1, 'sh', ''],
      [5, 'sh', 'example'],
      [9, 'js', 'a.mjs'],
      [13, 'csv', 'b.csv'],
      [17, 'json', ''],
    ]);
  });

  test('a snippet of the shell or of a named program is a command, an example is none', () => {
    expect(commandsOf(snippets)).toEqual(['echo a\n', 'node a.mjs\n']);
    expect(namedFiles(snippets).map(({ info }) => info)).toEqual(['a.mjs', 'b.csv']);
  });

  test('a snippet’s commands of solano are found with their options, over several lines', () => {
    const text =
      'npx solano key list a  # all\nexport K=$(npx solano backup key)\nsolano demo \\\n  --json';
    expect(solanoCommands(text).map((each) => each.replace(/\s+/g, ' '))).toEqual([
      'key list a',
      'backup key',
      'demo --json',
    ]);
  });
});
