import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../test/logging-process.ts', import.meta.url));

test('a process goes on when the reader of its log has ended, and stops as usual', async () => {
  const child = spawn(process.execPath, [SCRIPT], { stdio: 'pipe' });
  const exit = once(child, 'exit');
  const echoed = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
  const log = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.stdin.write('read\n');
  expect(JSON.parse((await log.next()).value as string)).toMatchObject({ msg: 'read' });
  expect((await echoed.next()).value).toBe('read');

  child.stdout.destroy();
  for (const line of ['lost', 'also lost']) {
    child.stdin.write(`${line}\n`);
    expect((await echoed.next()).value).toBe(line);
  }
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});
