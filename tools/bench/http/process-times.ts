// What Linux says of a process.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const TICKS_PER_SECOND = 100;

/** The CPU time that a process has used so far, in seconds: user and system of proc_pid_stat(5). */
export async function cpuSeconds(pid: number): Promise<number> {
  const { own } = await timesOf(pid);
  return own;
}

/** The process of the embedded PostgreSQL whose data folder is in this one. */
export async function postgresPid(folder: string): Promise<number> {
  return Number.parseInt(await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8'), 10);
}

/** The CPU time of a process and its children, also those that have ended. */
export async function treeCpuSeconds(pid: number): Promise<number> {
  const { own, ended } = await timesOf(pid);
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const live = children.split(' ').filter(Boolean).map(Number);
  const times = await Promise.all(live.map((child) => timesOf(child).catch(() => undefined)));
  return times.reduce((sum, each) => sum + (each?.own ?? 0) + (each?.ended ?? 0), own + ended);
}

async function timesOf(pid: number): Promise<{ own: number; ended: number }> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field, a name in parentheses, may hold spaces.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  return {
    own: (user + system) / TICKS_PER_SECOND,
    ended: (childUser + childSystem) / TICKS_PER_SECOND,
  };
}

/** The memory that a process has resident, in MB of 2^20 bytes: VmRSS of proc_pid_status(5). */
export async function residentMegabytes(pid: number): Promise<number> {
  return megabytesOf(pid, 'VmRSS');
}

/** The most memory that a process ever had resident, in MB of 2^20 bytes. */
export async function peakMegabytes(pid: number): Promise<number> {
  return megabytesOf(pid, 'VmHWM');
}

async function megabytesOf(pid: number, line: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${line}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
}
