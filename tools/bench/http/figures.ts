// What was measured of the service and of the bare server, as tables.
import type { Counts } from '../counts.ts';
import type { Round } from './rounds.ts';
import type { S3Cpu, Scenario } from './scenarios.ts';

/** A measurement of both servers. */
interface Both {
  readonly service: Round;
  readonly reference: Round;
}

export interface HttpFigures extends Both {
  readonly scenario: string;
  readonly goals: Scenario['goals'];
  /** Over one connection. */
  readonly alone: Both;
  /** The 99th percentile of the service's latencies at half of its requests a second, in ms. */
  readonly halfLoadP99Ms: number;
  readonly counts: Counts;
}

type Column = [string, (figures: HttpFigures) => string];

/** Why a scenario misses its goals; empty where it meets them all. */
export function missedGoals(figures: HttpFigures): string[] {
  const { goals, counts } = figures;
  const judged: [string, number, number][] = [
    ['CPU ratio', ratioOf(figures), goals.ratio],
    ['CPU ratio at one connection', ratioOf(figures.alone), goals.aloneRatio],
    ['p99 at half load, ms', figures.halfLoadP99Ms, goals.p99Ms],
    // What the service does every second falls into some of the requests.
    ['statements', Math.round(counts.statements), goals.statements],
    ['commits', Math.round(counts.commits), goals.commits],
    ['listings', Math.round(counts.listings), goals.listings],
    ['CPU on S3, ms', counts.s3Cpu?.readMs ?? 0, goals.s3Cpu?.readMs ?? 0],
    ['CPU of a 304 on S3, ms', counts.s3Cpu?.notModifiedMs ?? 0, goals.s3Cpu?.notModifiedMs ?? 0],
    // Without strace they are not counted.
    ['system calls', counts.systemCalls ?? 0, goals.systemCalls],
  ];
  return judged
    .filter(([, found, most]) => found > most)
    .map(([name, found, most]) => `${figures.scenario}: ${name} ${found.toFixed(2)}, not ${most}`);
}

/** Markdown tables; a slash stands between service and bare server, CPU is in seconds for 1,000 requests, of server and PostgreSQL. */
export function httpTables(all: readonly HttpFigures[], connections: number): string {
  return [
    `${connections} connections, each sends its next request when the last is answered:`,
    table(all, [
      ['CPU s per 1,000 requests', ({ scenario }) => scenario],
      ...cpu((figures) => figures, 'ratio'),
      ['requests/s', (figures) => both(figures, 'perSecond', 0)],
      ['p50 ms', (figures) => both(figures, 'p50Ms', 1)],
      ['p99 ms', (figures) => both(figures, 'p99Ms', 1)],
      [
        'p99 at half load / goal',
        ({ halfLoadP99Ms, goals }) => `${halfLoadP99Ms.toFixed(1)} / ${goals.p99Ms}`,
      ],
      ['RSS MB', (figures) => both(figures, 'residentMb', 0)],
    ]),
    'One connection:',
    table(all, [
      ['CPU s per 1,000 requests', ({ scenario }) => scenario],
      ...cpu(({ alone }) => alone, 'aloneRatio'),
      ['requests/s', ({ alone }) => both(alone, 'perSecond', 0)],
      ['p50 ms', ({ alone }) => both(alone, 'p50Ms', 2)],
      ['p99 ms', ({ alone }) => both(alone, 'p99Ms', 1)],
    ]),
    'For each request, counted / goal; system calls are those of the service / the bare server / goal:',
    table(all, [
      ['counts', ({ scenario }) => scenario],
      [
        'statements',
        ({ counts, goals }) => `${counts.statements.toFixed(1)} / ${goals.statements}`,
      ],
      ['commits', ({ counts, goals }) => `${counts.commits.toFixed(1)} / ${goals.commits}`],
      ['S3 listings', ({ counts, goals }) => `${counts.listings.toFixed(1)} / ${goals.listings}`],
      ['CPU on S3, ms; of a 304', s3Cpu],
      ['system calls', ({ counts, goals }) => `${systemCalls(counts)} / ${goals.systemCalls}`],
      ['all goals met?', (figures) => (missedGoals(figures).length === 0 ? 'yes' : 'no')],
    ]),
  ].join('\n\n');
}

function cpu(of: (figures: HttpFigures) => Both, goal: 'ratio' | 'aloneRatio'): Column[] {
  return [
    ['reference', (figures) => of(figures).reference.cpuSeconds.toFixed(3)],
    ['service', (figures) => of(figures).service.cpuSeconds.toFixed(3)],
    ['ratio', (figures) => ratioOf(of(figures)).toFixed(2)],
    ['goal', ({ goals }) => String(goals[goal])],
    ['met?', (figures) => (ratioOf(of(figures)) <= figures.goals[goal] ? 'yes' : 'no')],
  ];
}

/** CPU with the service by that with the bare server. */
export function ratioOf({ service, reference }: Both): number {
  return service.cpuSeconds / reference.cpuSeconds;
}

function table(all: readonly HttpFigures[], columns: readonly Column[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(([name]) => name)),
    line(columns.map((_, i) => (i === 0 ? '---' : '---:'))),
    ...all.map((figures) => line(columns.map(([, cell]) => cell(figures)))),
  ].join('\n');
}

function s3Cpu({ counts: { s3Cpu: cpu }, goals: { s3Cpu: goal } }: HttpFigures): string {
  if (!cpu || !goal) return '';
  const of = (name: keyof S3Cpu) => `${cpu[name].toFixed(2)} / ${goal[name]}`;
  return `${of('readMs')}; ${of('notModifiedMs')}`;
}

function systemCalls({ systemCalls: ours, referenceSystemCalls: theirs }: Counts): string {
  return [ours, theirs].map((calls) => calls?.toFixed(1) ?? 'not counted: no strace').join(' / ');
}

function both({ service, reference }: Both, name: keyof Round, decimals: number): string {
  return [service, reference].map((round) => round[name].toFixed(decimals)).join(' / ');
}
