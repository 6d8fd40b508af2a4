import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const MODULE = new URL('interruption.ts', import.meta.url).href;
/** Writes for ever; when it is interrupted, it reports that on standard error after a moment. */
const WRITER = `
  import { onInterruption } from '${MODULE}';
  onInterruption(async (interruption) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    await new Promise((resolve) => process.stderr.write('stopped by ' + interruption, resolve));
  });
  setInterval(() => console.log('a line'), 1);
`;

function startWriter() {
  const writer = spawn(process.execPath, ['--input-type=module', '--eval', WRITER], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { writer, exit: once(writer, 'exit'), said: text(writer.stderr) };
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a run that %s ends stops its servers first', async (signal, code) => {
  const { writer, exit, said } = startWriter();
  await once(writer.stdout, 'data');
  writer.kill(signal);
  writer.kill(signal);
  expect(await exit).toEqual([code, null]);
  expect(await said).toBe(`stopped by ${signal}`);
});

test('a run whose output is closed stops its servers first', async () => {
  const { writer, exit, said } = startWriter();
  await once(writer.stdout, 'data');
  writer.stdout.destroy();
  expect(await exit).toEqual([141, null]);
  expect(await said).toBe('stopped by SIGPIPE');
});
