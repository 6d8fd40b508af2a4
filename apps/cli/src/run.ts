import { type Config, ConfigError, namingVariable, readConfig } from '@solano/config';
import { isSolanoError, type Log } from '@solano/domain/kernel';
import type { Command } from 'commander';
import type { Opened } from './compose.ts';
import { type Progress, startProgress } from './progress.ts';

/** The output of a command: one JSON document, or text for people. */
export interface Outcome {
  readonly json: unknown;
  readonly text: string;
}

/** The operator's input is not valid; the message says why. */
export class UsageError extends Error {}

/** The log of work whose problems the command reports itself. */
export const SILENT: Log = { info() {}, warn() {}, error() {} };

/** The dependencies of a command. */
export interface Context {
  readonly config: Config;
  readonly progress: Progress;
  /** Opens the configured database, the embedded one included, at its current schema. */
  readonly open: () => Promise<Opened>;
}

/**
 * Adds `--json` and the action to a command: only its result goes to standard output. A failure
 * leaves standard output empty, puts a line per problem on standard error, and exits 1.
 */
export function addAction<Options>(
  command: Command,
  run: (context: Context, args: readonly string[], options: Options) => Promise<Outcome>,
): void {
  command.option('--json', 'one JSON document on standard output');
  command.action(async () => {
    const progress = startProgress();
    try {
      const options = command.opts<Options & { json?: boolean }>();
      const config = readConfig(process.env);
      for (const warning of config.warnings) process.stderr.write(`${warning}\n`);
      const open = async () => (await import('./compose.ts')).open(config, progress);
      const context = { config, progress, open };
      const outcome = await run(context, command.processedArgs.flat(), options).catch(
        (error: unknown) => {
          throw namingVariable(error, config);
        },
      );
      const text = options.json ? JSON.stringify(outcome.json) : outcome.text;
      process.stdout.write(`${text}\n`);
    } catch (error) {
      for (const line of problemsOf(error)) process.stderr.write(`${line}\n`);
      process.exitCode = 1;
    } finally {
      progress.end();
    }
  });
}

function problemsOf(error: unknown): readonly string[] {
  if (isSolanoError(error)) return error.problems.length > 0 ? error.problems : [error.message];
  if (error instanceof ConfigError) return error.problems;
  if (error instanceof UsageError) return [error.message];
  return [error instanceof Error ? error.message : String(error)];
}
