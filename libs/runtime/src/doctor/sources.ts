import type { Config } from '@solano/config';
import type { SourceStates } from '@solano/domain/market';
import { type Finding, ok, warning } from './finding.ts';

const CHECK = 'sources';

/** Whether the last request to each configured source of market data and weather succeeded; no finding where none is configured. */
export async function examineSources(
  { marketData, weatherSources }: Pick<Config, 'marketData' | 'weatherSources'>,
  market: Pick<SourceStates, 'source'>,
): Promise<Finding[]> {
  const names = [...marketData.sources, ...weatherSources].map(({ name }) => name);
  const failures: string[] = [];
  for (const name of names) {
    const { failure, failedAt, succeededAt } = await market.source(name);
    if (failure === '') continue;
    const last = succeededAt ? `last answered at ${succeededAt.toISOString()}` : 'never answered';
    failures.push(`${name}: ${failure} at ${failedAt?.toISOString()}, ${last}`);
  }
  if (names.length === 0) return [];
  if (failures.length === 0) {
    return [ok(CHECK, `No request of ${names.join(', ')} failed last.`)];
  }
  return [warning(CHECK, `${failures.join('; ')}. The service asks again by itself.`)];
}
