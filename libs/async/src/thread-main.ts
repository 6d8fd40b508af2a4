// What every thread of Threads runs: it imports the function that the thread is for, and calls it for each task.
import { parentPort, workerData } from 'node:worker_threads';
import { isSolanoError } from '@solano/domain/kernel';
import type { WorkObserver } from './observed-work.ts';
import { type FromThread, Moved, type ThreadScript } from './thread-messages.ts';

type Report = (progress: unknown) => void;
type Work = (task: unknown, report: Report, observer: WorkObserver | undefined) => unknown;

const { script, name, isObserved } = workerData as ThreadScript;
const Observer = isObserved ? (await import('./observed-work.ts')).WorkObserver : undefined;
const module = (await import(script)) as Record<string, Work>;
const work = module[name] as Work;

parentPort?.on('message', (task: unknown) => {
  void run(task).then(({ message, buffers }) => parentPort?.postMessage(message, buffers));
});
parentPort?.postMessage({ isReady: true } satisfies FromThread);

async function run(task: unknown): Promise<{ message: FromThread; buffers: ArrayBuffer[] }> {
  const observer = Observer && new Observer();
  const observed = observer && { works: observer.works };
  try {
    const result = await work(task, (progress) => parentPort?.postMessage({ progress }), observer);
    if (!(result instanceof Moved)) return { message: { result, ...observed }, buffers: [] };
    return { message: { result: result.value, ...observed }, buffers: [...result.buffers] };
  } catch (error) {
    return { message: { error: sendable(error), ...observed }, buffers: [] };
  }
}

/** An error loses its class on the way to another thread. */
function sendable(error: unknown) {
  if (!isSolanoError(error)) return { foreign: error };
  const { name, code, message, problems, fields, remedy, cause, stack = '' } = error;
  return { name, code, message, problems, fields, remedy, cause, stack };
}
