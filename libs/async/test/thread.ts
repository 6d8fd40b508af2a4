import { SolanoError } from '@solano/domain/kernel';
import type { WorkObserver } from '../src/observed-work.ts';
import { Moved } from '../src/thread-messages.ts';

/** What a thread of the tests is to do. */
export interface TestTask {
  readonly add?: readonly number[];
  readonly fail?: 'ours' | 'foreign' | 'exit';
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly hang?: true;
}

let tasks = 0;

/** @public called in a thread, by its name. */
export async function work(
  { add = [], fail, bytes, hang }: TestTask,
  report: (sum: number) => void,
  observer?: WorkObserver,
): Promise<unknown> {
  tasks += 1;
  const ended = observer?.model('adder', 'a subject');
  if (fail === 'exit') process.exit(3);
  if (fail === 'foreign') throw new TypeError('not a function');
  if (fail) {
    const cause = new Error('why');
    const options = { problems: ['line 1'], fields: { a: ['b'] }, remedy: 'Ask.', cause };
    const error = new SolanoError('invalid_rows', 'Bad rows.', options);
    ended?.(error);
    throw error;
  }
  if (hang) await new Promise(() => {});
  if (bytes) return new Moved({ bytes }, [bytes.buffer]);
  let sum = 0;
  for (const each of add) {
    sum += each;
    report(sum);
  }
  ended?.();
  return { sum, tasks };
}
