import type { Config } from '@solano/config';
import type { FetchedRun } from '@solano/domain/forecasting';
import { WeatherCollector } from '@solano/domain/forecasting/jobs';
import { openWeather } from '@solano/runtime/weather';
import type { Command } from 'commander';
import { commandEntry, recordCommand } from '../command-entry.ts';
import { counted } from '../format.ts';
import { addAction, SILENT, UsageError } from '../run.ts';

export function addFetchCommand(weather: Command): void {
  const command = weather
    .command('fetch')
    .description('ask the sources of weather for their newest run now');
  addAction(command, async ({ open, config, progress }) => {
    requireSources(config);
    await using opened = await open();
    progress.on('asking the sources of weather');
    const deps = openWeather(config, { ...opened, log: SILENT });
    const collected = await new WeatherCollector(deps).collect();
    requireResponses(collected);
    const fetched = collected.filter((each) => 'stored' in each);
    const stored = sum(fetched.map((each) => each.stored));
    if (stored > 0) await recordCommand(opened.audit, commandEntry('weather.fetch', 'newest'));
    const text = stored > 0 ? fetchedText(fetched) : 'All available runs are stored already.';
    return { json: fetched.map(fetchedJson), text };
  });
}

/** Errors: a usage error where no source is configured. */
export function requireSources({ weatherSources }: Config): void {
  if (weatherSources.length === 0) throw new UsageError('Set WEATHER_SOURCES first: open-meteo.');
}

/** What came is stored; the command fails for the rest. */
export function requireResponses(
  all: readonly { readonly source: string; readonly result: string; readonly reason: string }[],
): void {
  const failed = all.filter(({ result }) => result === 'unavailable' || result === 'rejected');
  const lines = failed.map(({ source, reason }) => `${source}: ${reason}`);
  if (failed.length > 0) throw new UsageError([...new Set(lines)].join('\n'));
}

export function fetchedText(fetched: readonly FetchedRun[]): string {
  const stored = sum(fetched.map((each) => each.stored));
  const issues = new Set(fetched.map(({ issuedAt }) => issuedAt.getTime()));
  const empty = [...new Set(fetched.flatMap((each) => each.empty))];
  const absent = fetched.filter(({ result }) => result === 'absent').length;
  return [
    `Stored weather of ${counted(stored, 'place')} and run, of ${counted(issues.size, 'run')}.`,
    ...(absent > 0 ? [`The source does not have ${counted(absent, 'of them', 'of them')}.`] : []),
    ...(empty.length > 0 ? [`Without values: ${empty.join(' ')}`] : []),
  ].join('\n');
}

export function fetchedJson({ source, issuedAt, result, stored, empty }: FetchedRun) {
  return { source, issued_at: issuedAt, result, stored, empty };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
