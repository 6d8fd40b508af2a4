import type { PlantSettings, PortfolioSettings } from '@solano/domain/energy';
import { MINUTE_MS } from '@solano/domain/kernel';
import { plantSettingsJson, portfolioSettingsJson } from '@solano/schemas';
import { counted } from '../format.ts';
import { readDuration } from '../options.ts';
import { type Outcome, UsageError } from '../run.ts';

/** How `--known-after` is described. */
export const KNOWN_AFTER =
  'how long after its end the first value of a period counts as known: 60m, 3d';

/** Reads a duration of whole minutes. */
export function readKnownAfter(text: string): number {
  const minutes = readDuration(text) / MINUTE_MS;
  if (Number.isInteger(minutes)) return minutes;
  throw new UsageError(`--known-after: "${text}" is not a whole number of minutes.`);
}

/**
 * Reads `<name>=<value>` for each option; with nothing after the sign the value is undefined. The
 * last sign counts where there are several, as a name may have one.
 */
export function readPairs(
  option: string,
  texts: readonly string[],
): [string, string | undefined][] {
  return texts.map((text) => {
    const at = text.lastIndexOf('=');
    if (at < 0) throw new UsageError(`${option}: "${text}" has no "=".`);
    return [text.slice(0, at), text.slice(at + 1) || undefined];
  });
}

export function plantOutcome(settings: PlantSettings): Outcome {
  return { json: plantSettingsJson(settings), text: knownAfterText(settings) };
}

export function portfolioOutcome(settings: PortfolioSettings): Outcome {
  const losses = settings.losses.map(({ from, percent }) => `Losses from ${from} on: ${percent} %`);
  const groups = settings.groups.map(({ group, ends }) => {
    const name = group === '' ? 'The group without a name' : `Group ${group}`;
    return ends === null ? `${name} has no end` : `${name} counts until ${ends}, included`;
  });
  const lines = [
    knownAfterText(settings),
    ...(losses.length > 0 ? losses : ['Losses: none']),
    ...groups,
    settings.region === null ? 'Holidays: of all Spain' : `Holidays: of ${settings.region}`,
    settings.place === null
      ? 'Temperature: none, as there is no place'
      : `Temperature: of ${settings.place.lat},${settings.place.lon}`,
  ];
  return { json: portfolioSettingsJson(settings), text: lines.join('\n') };
}

function knownAfterText({ knownAfterMinutes }: PlantSettings): string {
  return `The first value of a period is known ${counted(knownAfterMinutes, 'minute')} after its end`;
}
