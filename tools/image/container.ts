import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { withTimeout } from '@solano/async';

/** A net for what hangs. */
const OUTPUT_TIMEOUT_MS = 60_000;

/** The configuration of an image. */
export interface ImageConfig {
  readonly User: string;
  readonly WorkingDir: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly ExposedPorts?: Readonly<Record<string, object>>;
}

/**
 * Its own mounts: the root read-only, `/tmp` in memory. $1 is the root, $2 the user, and what
 * follows the command.
 */
const ENTER = `set -e
root=$1 user=$2
shift 2
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
exec chroot --userspec="$user" "$root" "$@"`;

/**
 * Runs a program of the image as a container does, but for the network, which is this machine's.
 * Disposing of it ends it.
 *
 * @param root where the image is mounted.
 * @param args take the place of the image's command; left out: that.
 */
export function startContainer(
  root: string,
  config: ImageConfig,
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = config.Cmd,
) {
  // chroot begins in the root folder, a container in that of the image.
  const isScript = (arg: string) => /^apps\/.*\.ts$/.test(arg);
  const paths = args.map((arg) => (isScript(arg) ? `${config.WorkingDir}/${arg}` : arg));
  const command = [...config.Entrypoint, ...paths];
  const child = spawn(
    'unshare',
    ['--mount', 'sh', '-c', ENTER, 'sh', root, config.User, ...command],
    {
      env: { PATH: process.env.PATH, ...variables(config.Env), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const exit = once(child, 'exit') as Promise<[number | null]>;
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return {
    /** Every step in between becomes the next: it is the program's own. */
    pid: child.pid ?? 0,
    /** Waits for a line of standard output that matches. Errors: it ended before, or no line matches in time. */
    async said(pattern: RegExp): Promise<RegExpExecArray> {
      const { promise, resolve } = Promise.withResolvers<RegExpExecArray>();
      const lines = createInterface({ input: child.stdout });
      lines.on('line', (line) => {
        const match = pattern.exec(line);
        if (match) resolve(match);
      });
      const ended = exit.then(([code]) => {
        throw new Error(`${args.join(' ')} ended with ${code}: ${errors}`);
      });
      const message = `${args.join(' ')} did not say ${pattern.source}: ${output}`;
      return withTimeout(OUTPUT_TIMEOUT_MS, Promise.race([promise, ended]), { message });
    },
    /** Waits for its end. */
    async ended() {
      const [code] = await exit;
      return { code, output, errors };
    },
    async [Symbol.asyncDispose](): Promise<void> {
      child.kill('SIGTERM');
      await exit;
    },
  };
}

function variables(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
