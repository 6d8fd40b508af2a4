// What was measured, as figures and as a table.
import type { CpuTimes } from './cpu.ts';
import type { PurchaseTimes } from './load.ts';
import type { Engine } from './site.ts';

interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Times from submission unless said otherwise. */
export interface Figures {
  readonly engine: Engine;
  /** Purchases without others beside them. */
  readonly aloneMs: Percentiles;
  readonly submittedPerSecond: number;
  /** From a submitting request to its response. */
  readonly responseMs: Percentiles;
  readonly inProgressMs: Percentiles;
  readonly completedMs: Percentiles;
  /** From the first submission to the last completion. */
  readonly completedPerSecond: number;
  readonly completed: number;
  readonly failed: number;
  /** Purchases that got into more than one settled state, or twice into one. */
  readonly settledTwice: number;
  /** For each purchase, by the part that used it. */
  readonly cpuMs: CpuTimes;
}

export interface Measured {
  readonly engine: Engine;
  readonly alone: readonly PurchaseTimes[];
  readonly purchaseTimes: readonly PurchaseTimes[];
  readonly submissionSeconds: number;
  /** Seconds at the beginning and at the end; undefined if they are unknown. */
  readonly cpu: readonly [CpuTimes | undefined, CpuTimes | undefined];
}

export function figuresOf({ engine, alone, purchaseTimes, ...measured }: Measured): Figures {
  const last = Math.max(...purchaseTimes.map(({ settledAt }) => settledAt));
  const first = Math.min(...purchaseTimes.map(({ submittedAt }) => submittedAt));
  const completed = purchaseTimes.filter(({ isCompleted }) => isCompleted).length;
  const { submissionSeconds, cpu } = measured;
  return {
    engine,
    aloneMs: percentiles(alone.map(toSettled)),
    submittedPerSecond: purchaseTimes.length / submissionSeconds,
    responseMs: percentiles(purchaseTimes.map(({ responseMs }) => responseMs)),
    inProgressMs: percentiles(
      purchaseTimes.map(({ begunAt, submittedAt }) => begunAt - submittedAt),
    ),
    completedMs: percentiles(purchaseTimes.map(toSettled)),
    completedPerSecond: (1000 * completed) / (last - first),
    completed,
    failed: purchaseTimes.length - completed,
    settledTwice: purchaseTimes.filter(({ ends }) => ends > 1).length,
    cpuMs: cpuFor(purchaseTimes.length, ...cpu),
  };
}

/** A Markdown table with a column for each engine. */
export function tableOf(all: readonly Figures[]): string {
  const parts = [...new Set(all.flatMap(({ cpuMs }) => Object.keys(cpuMs)))];
  const rows: [string, (figures: Figures) => string][] = [
    ['one at a time, to completed: p50, p95 (ms)', (f) => listed(f.aloneMs, 'p50', 'p95')],
    ['submissions per second', (f) => f.submittedPerSecond.toFixed(0)],
    ['a submission: p50, p95, p99 (ms)', (f) => listed(f.responseMs, 'p50', 'p95', 'p99')],
    ['to in_progress: p50, p95, max (ms)', (f) => listed(f.inProgressMs, 'p50', 'p95', 'max')],
    ['to completed: p50, p95, max (ms)', (f) => listed(f.completedMs, 'p50', 'p95', 'max')],
    ['completed per second', (f) => f.completedPerSecond.toFixed(1)],
    ['completed, failed, settled twice', (f) => `${f.completed}, ${f.failed}, ${f.settledTwice}`],
    ...parts.map((part): [string, (f: Figures) => string] => [
      `CPU per purchase, ${part} (ms)`,
      (f) => f.cpuMs[part]?.toFixed(0) ?? '–',
    ]),
  ];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['', ...all.map(({ engine }) => engine)]),
    line(['---', ...all.map(() => '---')]),
    ...rows.map(([name, cell]) => line([name, ...all.map(cell)])),
  ].join('\n');
}

function toSettled({ settledAt, submittedAt }: PurchaseTimes): number {
  return settledAt - submittedAt;
}

function cpuFor(count: number, before: CpuTimes = {}, after: CpuTimes = {}): CpuTimes {
  const used = Object.entries(after).map(([part, seconds]) => {
    return [part, (1000 * (seconds - (before[part] ?? 0))) / count] as const;
  });
  return Object.fromEntries(used);
}

/** By nearest rank. */
function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

function listed(figures: Percentiles, ...names: (keyof Percentiles)[]): string {
  return names.map((name) => figures[name].toFixed(0)).join(', ');
}
