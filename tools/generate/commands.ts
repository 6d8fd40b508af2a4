import { join } from 'node:path';
import { openProgram } from '@solano/cli/program';

/** The page of the operator's command, which this package writes. */
export const COMMANDS_PAGE = join(import.meta.dirname, '../../docs/commands.md');

type Command = Awaited<ReturnType<typeof openProgram>>;

/** The page, in Markdown: every command with its arguments and options. */
export async function commandsPage(): Promise<string> {
  const program = await openProgram(() => true);
  return `${HEAD}${program.commands.flatMap((group) => sections(group, '##')).join('\n')}`;
}

function sections(command: Command, heading: string): string[] {
  const { parent, options, commands } = command;
  const path = parent?.parent ? `${parent.name()} ${command.name()}` : command.name();
  const list = options
    .filter(({ long }) => long !== '--json')
    .map(({ flags, description }) => `- \`${flags}\`: ${description}\n`);
  const usage = `${path} ${argumentsOf(command)}`.trim();
  const title = commands.length > 0 ? path : `\`${usage}\``;
  const own = `${heading} ${title}\n\n${command.description()}\n${list.length > 0 ? '\n' : ''}${list.join('')}`;
  return [own, ...commands.flatMap((each) => sections(each, '###'))];
}

function argumentsOf({ registeredArguments }: Command): string {
  return registeredArguments
    .map((each) => {
      const name = `${each.name()}${each.variadic ? '...' : ''}`;
      return each.required ? `<${name}>` : `[${name}]`;
    })
    .join(' ');
}

const HEAD = `# Commands

\`npx solano <command>\` works whether the service runs or not, with its configuration ([configuration.md](configuration.md)). Every
command accepts \`--json\` (one JSON document on standard output, which stays empty on failure) and \`--help\`, and exits with 1 and a
line for each problem on standard error where it fails. Durations are a number with s, m, h or d. This page is written by
\`node tools/generate/reference.ts\`.

`;
