import { fill } from '../i18n/language.ts';
import { readTyped } from '../i18n/typed-number.ts';
import type { Strategy } from './data.ts';
import { modelName } from './model-name.ts';
import { t, textOf } from './texts.ts';

/** Entered texts by model and parameter, a session's after a dot. */
export type Entered = Readonly<Record<string, string>>;

/** Parameters that may be null. */
export const OPTIONAL: ReadonlySet<string> = new Set([
  '4.worst_decile_loss',
  '5.worst_decile_loss',
  '7.worst_decile_loss',
]);

/** A parameter out of its bounds, by the position of its model in the sent list. */
const OUT_OF_BOUNDS =
  /\[(?<index>\d+)\]\.parameters\.(?<name>\w+)(?:\.(?<session>\w+))? must be a number from (?<min>\S+) to (?<max>\S+), with (?<decimals>\d+) digits after the point at most\./g;

/** Names models and parameters, which the service names by positions and codes, in its message. */
export function withNames(message: string, strategies: readonly Strategy[]): string {
  const nameOf = (index: string) => {
    const model = strategies[Number(index)];
    return model ? modelName(model.idmodel) : `[${index}]`;
  };
  return message
    .replace(OUT_OF_BOUNDS, (...found) => {
      const { index, name = '', session, ...bounds } = found.at(-1) as Record<string, string>;
      const parameter = [textOf(name) ?? name, session].filter(Boolean).join(', ');
      return fill(t.outOfBounds, { ...bounds, model: nameOf(index ?? ''), parameter });
    })
    .replace(/\[(\d+)\]/g, (_place, index: string) => nameOf(index));
}

/** Returns the parameters with the entered values; texts that are not numbers are added to the problems. */
export function parametersOf(
  { idmodel, parameters }: Strategy,
  entered: Entered,
  problems: string[],
): Record<string, unknown> {
  const read = (path: string, value: number | null) => {
    const text = entered[path];
    if (text?.trim() === '' && OPTIONAL.has(path)) return null;
    if (text === undefined) return value;
    const typed = readTyped(text, { before: value });
    if ('decimal' in typed) return Number(typed.decimal);
    problems.push(`${modelName(idmodel)}: ${typed.problem}`);
    return text;
  };
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      const path = `${idmodel}.${name}`;
      if (typeof value === 'number' || value === null) return [name, read(path, value)];
      const sessions = Object.entries(value).map(([session, number]) => {
        return [session, read(`${path}.${session}`, number)];
      });
      return [name, Object.fromEntries(sessions)];
    }),
  );
}
