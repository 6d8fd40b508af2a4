import type { Reporter, TestModule } from 'vitest/node';

interface Tier {
  passed: number;
  failed: number;
  skipped: number;
  /** Suites and files that broke outside of a test: an import or a hook that threw. */
  broken: number;
  /** Milliseconds on the clock of the tally. */
  began: number;
  ended: number;
}

/** The part of vitest's TestModule that is counted. */
export type CountedModule = Pick<TestModule, 'errors'> & {
  project: Pick<TestModule['project'], 'name'>;
  children: {
    allTests(): Iterable<{ result(): { state: string } }>;
    allSuites(): Iterable<{ errors(): readonly unknown[] }>;
  };
};

/** Counts the tests of each tier (a vitest project is a tier), and what went wrong outside of them. */
export class Tally implements Reporter {
  readonly #tiers = new Map<string, Tier>();
  readonly #now: () => number;
  #errorsOutsideTests = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  onTestModuleQueued(module: Pick<CountedModule, 'project'>): void {
    this.#tier(module.project.name);
  }

  onTestModuleEnd(module: Pick<CountedModule, 'project'>): void {
    this.#tier(module.project.name).ended = this.#now();
  }

  onTestRunEnd(modules: readonly CountedModule[], unhandledErrors: readonly unknown[]): void {
    this.#errorsOutsideTests += unhandledErrors.length;
    for (const module of modules) this.#count(module);
  }

  /**
   * The lines that end a run; the last one is `N passed, N failed`.
   * `otherFailures` are those that vitest does not know of; `succeeded` is its own verdict. A run that
   * went wrong in a way that no count shows has one failure, and so has a run of no tests at all.
   */
  summary(otherFailures: number, succeeded: boolean): { lines: string[]; failed: number } {
    const tiers = [...this.#tiers];
    const passed = sum(tiers.map(([, tier]) => tier.passed));
    const failures = sum(tiers.map(([, tier]) => tier.failed + tier.broken));
    let failed = failures + this.#errorsOutsideTests;
    if (!succeeded || passed + failures === 0) failed = Math.max(failed, 1);
    failed += otherFailures;
    return { lines: [...tiers.map(describe), `${passed} passed, ${failed} failed`], failed };
  }

  #tier(name: string): Tier {
    const now = this.#now();
    const tier = this.#tiers.get(name) ?? {
      passed: 0,
      failed: 0,
      skipped: 0,
      broken: 0,
      began: now,
      ended: now,
    };
    this.#tiers.set(name, tier);
    return tier;
  }

  #count(module: CountedModule): void {
    const tier = this.#tier(module.project.name);
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') tier.passed += 1;
      else if (state === 'failed') tier.failed += 1;
      else tier.skipped += 1;
    }
    const suites = [module, ...module.children.allSuites()];
    tier.broken += suites.filter((suite) => suite.errors().length > 0).length;
  }
}

function describe([name, tier]: [string, Tier]): string {
  const tests = `${tier.passed + tier.failed} tests`.padStart(11);
  const seconds = `${((tier.ended - tier.began) / 1000).toFixed(1)} s`.padStart(9);
  const notes = [
    tier.skipped > 0 ? `${tier.skipped} not run` : '',
    tier.broken > 0 ? `${tier.broken} suites broken` : '',
  ].filter((note) => note !== '');
  return [name.padEnd(9), tests, seconds, notes.length > 0 ? `  (${notes.join(', ')})` : ''].join(
    '',
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
