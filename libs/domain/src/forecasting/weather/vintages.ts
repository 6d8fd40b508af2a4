import { saysTheSame, type WeatherRun } from './weather-run.ts';

/** Runs to record, and how many differ from what was known at the same instant. */
export interface NewVintages {
  readonly runs: readonly WeatherRun[];
  readonly changed: number;
}

/**
 * What is new in runs of a place. A run that says what the newest vintage known by then says is not. One that
 * says otherwise than a vintage that was known at the same instant never takes its place: it is known from the
 * instant (ms) on at which it is recorded.
 *
 * @param stored every vintage of the same sources and times of issue.
 * @param at when the runs are recorded.
 */
export function newVintages(
  stored: Iterable<WeatherRun>,
  runs: readonly WeatherRun[],
  at: number,
): NewVintages {
  const vintages = new Map<string, WeatherRun[]>();
  const of = ({ source, issuedAt }: WeatherRun) => {
    const key = `${issuedAt} ${source}`;
    const found = vintages.get(key) ?? [];
    vintages.set(key, found);
    return found;
  };
  for (const run of stored) of(run).push(run);
  const added: WeatherRun[] = [];
  let changed = 0;
  for (const run of runs) {
    const known = of(run);
    const isTaken = known.some(({ knownAt }) => knownAt === run.knownAt);
    const newest = newestOf(isTaken ? known : known.filter((each) => each.knownAt <= run.knownAt));
    const isKnown = known.some((each) => each.knownAt === run.knownAt && saysTheSame(each, run));
    if (isKnown || (newest && saysTheSame(newest, run))) continue;
    const knownAt = isTaken ? Math.max(at, (newest as WeatherRun).knownAt + 1) : run.knownAt;
    if (isTaken) changed += 1;
    const vintage = { ...run, knownAt };
    known.push(vintage);
    added.push(vintage);
  }
  return { runs: added, changed };
}

function newestOf(runs: readonly WeatherRun[]): WeatherRun | undefined {
  return runs.reduce<WeatherRun | undefined>(
    (newest, run) => (newest && newest.knownAt > run.knownAt ? newest : run),
    undefined,
  );
}
