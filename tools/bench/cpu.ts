// How much of the processor each part of a service uses: of all that is measured the least
// disturbed by others on the machine.
import { readdir, readFile } from 'node:fs/promises';

/** CPU time in seconds by the name of the part. */
export type CpuTimes = Readonly<Record<string, number>>;

interface ProcessTimes {
  readonly parent: number;
  readonly seconds: number;
  /** Of children that have ended. */
  readonly endedSeconds: number;
}

const TICKS_PER_SECOND = 100;

/**
 * What the parts have used so far, their children included; undefined if the system is not Linux.
 *
 * @param parts the processes of each part, by its name.
 */
export async function cpuTimes(
  parts: Readonly<Record<string, readonly number[]>>,
): Promise<CpuTimes | undefined> {
  if (process.platform !== 'linux') return undefined;
  const all = new Map<number, ProcessTimes>();
  for (const name of await readdir('/proc')) {
    const times = /^\d+$/.test(name) ? await timesOf(name) : undefined;
    if (times) all.set(Number(name), times);
  }
  const used = (pid: number): number => {
    const { seconds = 0, endedSeconds = 0 } = all.get(pid) ?? {};
    const children = [...all].filter(([, { parent }]) => parent === pid);
    return children.reduce((sum, [child]) => sum + used(child), seconds + endedSeconds);
  };
  const sums = Object.entries(parts).map(([name, pids]) => {
    return [name, pids.reduce((sum, pid) => sum + used(pid), 0)] as const;
  });
  return Object.fromEntries(sums);
}

export async function parentOf(pid: number): Promise<number | undefined> {
  return (await timesOf(String(pid)))?.parent;
}

/** From the line of proc_pid_stat(5); undefined if the process is gone. */
async function timesOf(pid: string): Promise<ProcessTimes | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (line === undefined) return undefined;
  // The second field, a name in parentheses, may hold spaces; the fourth is the parent.
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return {
    parent: fields[1] as number,
    seconds: (user + system) / TICKS_PER_SECOND,
    endedSeconds: (endedUser + endedSystem) / TICKS_PER_SECOND,
  };
}
