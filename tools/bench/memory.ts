import { readFile } from 'node:fs/promises';

/** The memory that a process has resident, in MB of 2^20 bytes: VmRSS of proc_pid_status(5). */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
