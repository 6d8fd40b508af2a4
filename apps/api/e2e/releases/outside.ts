import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Of this checkout and of npm's scripts: the programs of packages. */
const OF_PACKAGES = /node_modules\/\.bin\/?$|node-gyp-bin$/;

/** A folder outside of the checkout, empty at first, in which the machine's own programs run. */
export async function openEmptyFolder() {
  const path = await mkdtemp(join(tmpdir(), 'solano-empty-'));
  return {
    path,
    /** Runs a program, and returns what it prints; it throws where the program fails, with all that it said. */
    async run(program: string, args: readonly string[], environment: Record<string, string> = {}) {
      const env = { ...machineEnvironment(), ...environment };
      const options = { cwd: path, env, maxBuffer: 2 ** 26 };
      try {
        const { stdout } = await promisify(execFile)(program, args, options);
        return stdout;
      } catch (error) {
        const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
        const said = `${stdout ?? ''}${stderr ?? ''}`;
        throw new Error(`${program} ${args.join(' ')} failed:\n${said}`, { cause: error });
      }
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

/** The environment without what the test's runner and npm's scripts have added. */
export function machineEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      !/^(?:npm_(?!config_registry$)|VITEST|NODE_|TEST$|INIT_CWD$)/.test(entry[0]),
  );
  const { NODE_EXTRA_CA_CERTS: authorities } = process.env;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const path = folders.filter((folder) => !OF_PACKAGES.test(folder)).join(delimiter);
  return {
    ...Object.fromEntries(entries),
    PATH: path,
    ...(authorities !== undefined && { NODE_EXTRA_CA_CERTS: authorities }),
  };
}
