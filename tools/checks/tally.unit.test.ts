import { describe, expect, it } from 'vitest';
import { type CountedModule, Tally } from './tally.ts';

interface Example {
  tier?: string;
  tests?: string[];
  fileErrors?: number;
  suiteErrors?: number[];
}

function errors(count: number): { message: string }[] {
  return Array.from({ length: count }, () => ({ message: 'broken' }));
}

function testFile({ tier = 'unit', tests = [], fileErrors = 0, suiteErrors = [] }: Example) {
  return {
    project: { name: tier },
    errors: () => errors(fileErrors),
    children: {
      allTests: () => tests.map((state) => ({ result: () => ({ state }) })),
      allSuites: () => suiteErrors.map((count) => ({ errors: () => errors(count) })),
    },
  } satisfies CountedModule;
}

function lastLine(files: Example[], { unhandled = 0, check = 0, succeeded = true } = {}) {
  const tally = new Tally(() => 0);
  tally.onTestRunEnd(files.map(testFile), errors(unhandled));
  return tally.summary(check, succeeded).lines.at(-1);
}

describe('the last line of a run of tests', () => {
  const passing = { tests: ['passed', 'passed'] };

  it.each([
    ['adds up the tiers', [passing, { tier: 'e2e', tests: ['passed', 'failed'] }], {}, 3, 1],
    ['leaves out what was not run', [{ tests: ['passed', 'skipped', 'pending'] }], {}, 1, 0],
    ['counts a file that does not load', [passing, { fileErrors: 1 }], {}, 2, 1],
    [
      'counts a suite once, however many hooks threw',
      [{ ...passing, suiteErrors: [2, 0] }],
      {},
      2,
      1,
    ],
    ['counts an error outside of the tests', [passing], { unhandled: 1 }, 2, 1],
    ['counts a failing check', [passing], { check: 1 }, 2, 1],
    ['fails when vitest fails for a reason unseen', [passing], { succeeded: false }, 2, 1],
    ['does not count that twice', [{ tests: ['failed'] }], { succeeded: false }, 0, 1],
    ['fails when there is no test', [], {}, 0, 1],
    ['fails when every test is skipped', [{ tests: ['skipped'] }], {}, 0, 1],
    ['adds the check to a run without tests', [], { check: 1, succeeded: false }, 0, 2],
  ])('the last line of a run %s', (_name, files, run, passed, failed) => {
    expect(lastLine(files, run)).toBe(`${passed} passed, ${failed} failed`);
  });
});

it('the last line says for each tier how many tests it ran, and the seconds of the tier', () => {
  let now = 1000;
  const tally = new Tally(() => now);
  const unit = testFile({ tests: ['passed', 'failed', 'skipped'] });
  const contract = testFile({ tier: 'contract', tests: ['passed'], fileErrors: 1 });
  tally.onTestModuleQueued(unit);
  now = 2500;
  tally.onTestModuleEnd(unit);
  tally.onTestModuleQueued(contract);
  now = 12_500;
  tally.onTestModuleEnd(contract);
  tally.onTestRunEnd([unit, contract], []);

  expect(tally.summary(0, false)).toEqual({
    failed: 2,
    lines: [
      'unit         2 tests    1.5 s  (1 not run)',
      'contract     1 tests   10.0 s  (1 suites broken)',
      '2 passed, 2 failed',
    ],
  });
});
