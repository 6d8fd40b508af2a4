import { readTyped } from '../ui/typed-number.ts';
import type { Strategy } from './data.ts';
import { modelName } from './model-name.ts';

/** Entered texts by model and parameter, a session's after a dot. */
export type Entered = Readonly<Record<string, string>>;

/** Parameters that may be null. */
export const OPTIONAL: ReadonlySet<string> = new Set([
  '4.worst_decile_loss',
  '5.worst_decile_loss',
  '7.worst_decile_loss',
]);

/** Replaces positions in the sent list, by which the service names models, by the models' names. */
export function withNames(message: string, strategies: readonly Strategy[]): string {
  return message.replace(/\[(\d+)\]/g, (place, index: string) => {
    const model = strategies[Number(index)];
    return model ? modelName(model.idmodel) : place;
  });
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
