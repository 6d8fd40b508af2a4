// What every thread of Threads runs: it imports the function that the thread is for, and calls it for each task.
import { parentPort, workerData } from 'node:worker_threads';
import { isSolanoError } from '@solano/domain/kernel';
import { type FromThread, Moved, type ThreadScript } from './thread-messages.ts';

type Work = (task: unknown, report: (progress: unknown) => void) => unknown;

const { script, name } = workerData as ThreadScript;
const module = (await import(script)) as Record<string, Work>;
const work = module[name] as Work;

parentPort?.on('message', (task: unknown) => {
  void run(task).then(({ message, buffers }) => parentPort?.postMessage(message, buffers));
});
parentPort?.postMessage({ isReady: true } satisfies FromThread);

async function run(task: unknown): Promise<{ message: FromThread; buffers: ArrayBuffer[] }> {
  try {
    const result = await work(task, (progress) => parentPort?.postMessage({ progress }));
    if (!(result instanceof Moved)) return { message: { result }, buffers: [] };
    return { message: { result: result.value }, buffers: [...result.buffers] };
  } catch (error) {
    return { message: { error: sendable(error) }, buffers: [] };
  }
}

/** An error loses its class on the way to another thread. */
function sendable(error: unknown) {
  if (!isSolanoError(error)) return { foreign: error };
  const { name, code, message, problems, fields, remedy, cause, stack = '' } = error;
  return { name, code, message, problems, fields, remedy, cause, stack };
}
