import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { machineEnvironment } from './outside.ts';

const INSTALL = fileURLToPath(new URL('../../../../tools/install/debian-server', import.meta.url));

/**
 * Mounts and a network of its own, until its input ends. $1 is the file system that is read, $2 a folder for what is written, $3
 * npm's cache; what follows are files of this machine that say how registries are reached.
 */
const HOLD = `set -e
base=$1 folder=$2 cache=$3
shift 3
mkdir "$folder/upper" "$folder/work" "$folder/root"
root=$folder/root
mount -t overlay overlay -o "lowerdir=$base,upperdir=$folder/upper,workdir=$folder/work" "$root"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mkdir -p "$root/root/.npm"
mount --bind "$cache" "$root/root/.npm"
for file in /etc/resolv.conf "$@"; do
  [ ! -e "$file" ] || cp --parents -L "$file" "$root"
done
ip link set lo up
echo ready
cat >/dev/null`;

/** Runs as a unit's lines say: its user, folder, variables, rights and command. */
const RUN_UNIT = `set -eu
value() { sed -n "s/^$1=-\\{0,1\\}//p" "$unit"; }
unit=$1
user=$(value User)
folder=$(value WorkingDirectory)
cd "\${folder:-/}"
set -a
for variable in $(value Environment); do eval "$variable"; done
for file in $(value EnvironmentFile); do [ ! -e "$file" ] || . "$file"; done
set +a
command=$(value ExecStart)
rights=$(value AmbientCapabilities | tr ' ' '\\n' | sed 's/^CAP_/+/' | tr 'A-Z' 'a-z' | paste -s -d ,)
eval exec setpriv --reuid="$user" --regid="$user" --init-groups \${rights:+--inh-caps=$rights --ambient-caps=$rights} "$command"`;

/** Whose network a script has: this machine's, which leads to registries, or the server's own. */
type Network = 'machine' | 'own';

/** An empty Debian 13 with the packages of the installer; no systemd runs there. Disposing of it removes it. */
export async function openDebianServer() {
  const run = promisify(execFile);
  const base = (await run(INSTALL)).stdout.trim();
  const folder = await mkdtemp(join(tmpdir(), 'solano-server-'));
  const cache = (await run('npm', ['config', 'get', 'cache'])).stdout.trim();
  await mkdir(cache, { recursive: true });
  const { NODE_EXTRA_CA_CERTS: authorities = '' } = process.env;
  const settings = [join(homedir(), '.npmrc'), '/etc/npmrc', authorities].filter(Boolean);
  const args = ['--mount', '--net', 'sh', '-c', HOLD, 'sh', base, folder, cache, ...settings];
  const holder = spawn('unshare', args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(holder, 'exit');
  await lineOf(holder.stdout, /^ready$/);
  const root = join(folder, 'root');
  const enter = (command: readonly string[], network: Network) => [
    '--target',
    `${holder.pid}`,
    '--mount',
    ...(network === 'own' ? ['--net'] : []),
    'chroot',
    root,
    ...command,
  ];
  const { PATH: _, ...environment } = machineEnvironment();
  const env = {
    ...environment,
    PATH: '/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
  };

  return {
    /** Where this machine writes files for the server: its /root. */
    home: join(folder, 'upper/root'),
    /** Runs a script of the shell as root; its exit code and what it prints. */
    async run(script: string, network: Network = 'own') {
      const child = spawn('nsenter', enter(['sh', '-c', `cd /root; ${script}`], network), {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let [output, errors] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, output, errors };
    },
    /** The same for a script that succeeds: what it prints. */
    async ask(script: string, network: Network = 'own') {
      const { code, output, errors } = await this.run(script, network);
      if (code !== 0) throw new Error(`${script} ended with ${code}:\n${output}${errors}`);
      return output;
    },
    /** Starts what a unit starts, without systemd, on the server's own network, until a line of its log matches. */
    async start(unit: string, started: RegExp) {
      const command = ['env', '-i', `PATH=${env.PATH}`, 'sh', '-c', RUN_UNIT, 'sh', unit];
      const child = spawn('nsenter', enter(command, 'own'), {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const exit = once(child, 'close');
      child.stdout.resume();
      await Promise.any([lineOf(child.stdout, started), lineOf(child.stderr, started)]);
      return {
        async [Symbol.asyncDispose]() {
          child.kill('SIGTERM');
          await exit;
        },
      };
    },
    async [Symbol.asyncDispose]() {
      holder.stdin.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Waits for a line; throws, with what was printed, where the output ends before. */
async function lineOf(output: NodeJS.ReadableStream, pattern: RegExp): Promise<void> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: output })) {
    lines.push(line);
    if (!pattern.test(line)) continue;
    output.resume();
    return;
  }
  throw new Error(`No line matches ${pattern.source}:\n${lines.join('\n')}`);
}
