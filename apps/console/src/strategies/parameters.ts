import { readTyped } from '../ui/typed-number.ts';
import type { Strategy } from './data.ts';
import { modelName } from './model-name.ts';

/** Entered texts by model and parameter, a session's after a dot. */
export type Entered = Readonly<Record<string, string>>;

/** Parameters that may be none. */
export const OPTIONAL: ReadonlySet<string> = new Set([
  '4.worst_decile_loss',
  '5.worst_decile_loss',
]);

/** The service names models by their place in the list that was sent. */
export function withNames(message: string, strategies: readonly Strategy[]): string {
  return message.replace(/\[(\d+)\]/g, (place, index: string) => {
    const model = strategies[Number(index)];
    return model ? modelName(model.idmodel) : place;
  });
}

/** The parameters with what was entered; what is no number is added to the problems. */
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
