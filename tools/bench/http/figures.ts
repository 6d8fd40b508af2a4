// What was measured of the service and of the bare server, as a table.
import type { Round } from './rounds.ts';
import type { Scenario } from './scenarios.ts';

export interface HttpFigures {
  readonly scenario: string;
  /** Seconds of CPU for 1,000 requests; see {@link Scenario}. */
  readonly limit: number;
  readonly goal: number;
  readonly requests: number;
  readonly service: Round;
  readonly reference: Round;
  /** The first requests of a fresh process of the service. */
  readonly cold: Round;
  readonly coldReference: Round;
  /** CPU of the service by that of the bare server. */
  readonly ratio: number;
  readonly isMet: boolean;
  readonly rounds: Readonly<Record<'service' | 'reference', readonly Round[]>>;
}

export function httpFigures(
  { name, limit, goal }: Scenario,
  requests: number,
  measured: Pick<HttpFigures, 'service' | 'reference' | 'cold' | 'coldReference' | 'rounds'>,
): HttpFigures {
  const ratio = measured.service.cpuSeconds / measured.reference.cpuSeconds;
  const isMet = measured.service.cpuSeconds <= goal;
  return { scenario: name, limit, goal, requests, ...measured, ratio, isMet };
}

/** A Markdown table; CPU in seconds for 1,000 requests, service / bare server from `cold` on. */
export function httpTable(all: readonly HttpFigures[]): string {
  const columns: [string, (figures: HttpFigures) => string][] = [
    ['CPU s per 1,000 requests', ({ scenario }) => scenario],
    ['reference', ({ reference }) => reference.cpuSeconds.toFixed(3)],
    ['service', ({ service }) => service.cpuSeconds.toFixed(3)],
    ['ratio', ({ ratio }) => ratio.toFixed(1)],
    ['goal', ({ goal }) => String(goal)],
    ['met?', ({ isMet }) => (isMet ? 'yes' : 'no')],
    ['cold', (figures) => figures.cold.cpuSeconds.toFixed(2)],
    ['requests/s', (figures) => both(figures, 'perSecond', 0)],
    ['p50 ms', (figures) => both(figures, 'p50Ms', 1)],
    ['p99 ms', (figures) => both(figures, 'p99Ms', 1)],
    ['RSS MB', (figures) => both(figures, 'residentMb', 0)],
  ];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(([name]) => name)),
    line(columns.map((_, i) => (i === 0 ? '---' : '---:'))),
    ...all.map((figures) => line(columns.map(([, cell]) => cell(figures)))),
  ].join('\n');
}

function both({ service, reference }: HttpFigures, name: keyof Round, decimals: number): string {
  return [service, reference].map((round) => round[name].toFixed(decimals)).join(' / ');
}
