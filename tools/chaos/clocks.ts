// The clocks of processes, which may be moved while they run.
import { writeFile } from 'node:fs/promises';

const SHIFTED_CLOCK = new URL('./shifted-clock.ts', import.meta.url).href;

/** An environment in which the clocks of programs that run on Node show the time that the file says. */
export function clockEnvironment(file: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`, CLOCK_OFFSET_FILE: file };
}

/** Moves the clocks of all that show the time of the file, by at most a second later. */
export async function moveClocks(file: string, seconds: number): Promise<void> {
  await writeFile(file, `${seconds < 0 ? '-' : '+'}${Math.abs(Math.round(seconds))}`);
}
