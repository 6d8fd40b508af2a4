/** A fenced block of a page. */
export interface Snippet {
  /** The page's path from the root of the repository. */
  readonly page: string;
  /** Line of the fence. */
  readonly line: number;
  readonly language: string;
  /** What follows the language: `example`, or the name of the file that it is; else empty. */
  readonly info: string;
  readonly text: string;
}

const FENCE = /^```(\S*) ?(.*)\n([\s\S]*?)^```$/gm;

/** The fenced blocks of a page. */
export function snippetsOf(page: string, text: string): readonly Snippet[] {
  return [...text.matchAll(FENCE)].map((match) => {
    const [, language = '', info = '', content = ''] = match;
    const line = text.slice(0, match.index).split('\n').length;
    return { page, line, language, info, text: content };
  });
}

/** A command in a shell that needs another machine, other data or minutes: it is shown, and not run. */
export function isExample({ language, info }: Snippet): boolean {
  return language === 'sh' && info === 'example';
}

/** Files that a page shows with their names: its commands use them. */
export function namedFiles(snippets: readonly Snippet[]): readonly Snippet[] {
  return snippets.filter(({ language, info }) => language !== 'sh' && info !== '');
}

/** The commands of a page in their order: of shells, and of files that a program of theirs runs. */
export function commandsOf(snippets: readonly Snippet[]): readonly string[] {
  return snippets.flatMap((snippet) => {
    const { language, info, text } = snippet;
    if (language === 'sh' && !isExample(snippet)) return [text];
    return /^[jt]s$/.test(language) && info !== '' ? [`node ${info}\n`] : [];
  });
}

/** The commands of `solano` in a text of the shell, each with its options. */
export function solanoCommands(text: string): readonly string[] {
  const lines = text
    .replaceAll('\\\n', ' ')
    .replace(/\s#.*$/gm, '')
    .split('\n');
  return lines.flatMap((line) => {
    const command = /(?:^|[(;]|npx )\s*solano ([a-z][^|)]*)/.exec(line)?.[1];
    return command === undefined ? [] : [command.trim()];
  });
}
