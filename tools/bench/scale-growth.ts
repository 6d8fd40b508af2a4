// What was measured at each size of something that grows.
import type { Scenario } from './http/scenarios.ts';
import type { HttpSite, Server } from './http/site.ts';
import { residentMegabytes } from './memory.ts';

/** Something that grows: what a kind of request costs at each size. */
export interface Growth {
  readonly name: string;
  /** Of what there are so many. */
  readonly unit: string;
  readonly points: readonly GrowthPoint[];
  /** How PostgreSQL carries the statements out at the greatest size. */
  readonly plans: Readonly<Record<string, string>>;
}

export interface GrowthPoint {
  readonly size: number;
  /** Which request was measured. */
  readonly request: string;
  readonly p50Ms: number;
  readonly maxMs: number;
  readonly responseBytes: number;
  /** Resident memory of the service afterwards. */
  readonly residentMb: number;
}

/** Where a growth is measured, up to which size. */
export interface GrowthSite {
  readonly site: HttpSite;
  readonly service: Server;
  readonly max: number;
}

/** Requests one after the other; after some that do not count, as many, or until time is up. */
const REPEATS = 30;
const WARM_UPS = 3;
const TIMEOUT_MS = 10_000;

export async function measurePoint(
  { site, service }: GrowthSite,
  size: number,
  request: string,
  scenario: Pick<Scenario, 'method' | 'path' | 'body' | 'status'>,
): Promise<GrowthPoint> {
  const times: number[] = [];
  const end = performance.now() + TIMEOUT_MS;
  let responseBytes = 0;
  for (let i = 0; i < WARM_UPS + REPEATS; i += 1) {
    const start = performance.now();
    responseBytes = await send(service, site.data.key, scenario);
    if (i >= WARM_UPS) times.push(performance.now() - start);
    if (times.length > 0 && performance.now() > end) break;
  }
  const sorted = times.toSorted((a, b) => a - b);
  return {
    size,
    request,
    p50Ms: sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN,
    maxMs: sorted.at(-1) ?? Number.NaN,
    responseBytes,
    residentMb: await residentMegabytes(service.pid),
  };
}

/** The powers of ten between two sizes, and the last size itself. */
export function sizesTo(first: number, last: number, max: number): number[] {
  const sizes: number[] = [];
  for (let size = first; size < last; size *= 10) sizes.push(size);
  return [...sizes, last].filter((size) => size <= max);
}

/** A Markdown table. */
export function growthTable({ name, unit, points }: Growth): string {
  const rows = points.map((point) => {
    const { size, request, p50Ms, maxMs, responseBytes, residentMb } = point;
    const figures = [p50Ms.toFixed(1), maxMs.toFixed(1), (responseBytes / 1024).toFixed(0)];
    return `| ${size} | ${request} | ${figures.join(' | ')} | ${residentMb.toFixed(0)} |`;
  });
  return [
    `${name}`,
    '',
    `| ${unit} | request | p50 ms | max ms | response KB | RSS MB |`,
    '| ---: | --- | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

async function send(
  { url }: Server,
  key: string,
  { method, path, body, status }: Pick<Scenario, 'method' | 'path' | 'body' | 'status'>,
): Promise<number> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  });
  const { byteLength } = await response.arrayBuffer();
  if (response.status !== status) throw new Error(`${path} answers ${response.status}`);
  return byteLength;
}
