import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** Starts the service as a process of its own and waits until it listens. */
export async function startApi(environment: Record<string, string>) {
  const child = spawn('node', [MAIN], {
    env: { ...process.env, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>;
  const url = Promise.withResolvers<string>();
  const stopping = Promise.withResolvers<void>();
  createInterface(child.stdout).on('line', (line) => {
    const found = /^API: (.*)\/api\/v0\/$/.exec(line)?.[1];
    if (found) url.resolve(found);
    if (line.includes('"stopping"')) stopping.resolve();
  });
  child.once('exit', (code) => url.reject(new Error(`the service ended with ${code}`)));
  return { child, exit, stopping: stopping.promise, url: await url.promise };
}
