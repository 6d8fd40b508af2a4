import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

/** Runs `npm run simulate` with the options. */
function simulateWith(...options: string[]) {
  return promisify(execFile)(process.execPath, [MAIN, ...options]);
}

test('the simulation prints its options where it is asked for help', async () => {
  const { stdout, stderr } = await simulateWith('--help');
  expect(stdout).toMatch(/^usage: npm run simulate/);
  for (const option of ['--seed', '--lives', '--world', '--plant', 'two-takers']) {
    expect(stdout).toContain(option);
  }
  expect(stderr).toBe('');
});

test.each([
  [['--wrold', '3'], "Unknown option '--wrold'"],
  [['--lives', '1e3'], '--lives must be a whole number, not "1e3"'],
  [['--plant', 'tree'], '--plant knows no tree'],
])('the simulation names what is wrong with %j, without a stack', async (options, message) => {
  const found = await simulateWith(...options).catch((error: unknown) => error);
  const { code, stderr } = found as { readonly code: number; readonly stderr: string };
  expect(code).toBe(1);
  expect(stderr).toMatch(`simulate: ${message}`);
  expect(stderr).toContain('usage: npm run simulate');
  expect(stderr).not.toContain('    at ');
});
