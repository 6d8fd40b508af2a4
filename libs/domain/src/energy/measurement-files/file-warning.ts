/** What is odd about a file that is recorded all the same, in English; `{name}` stands for a parameter. */
const WARNINGS = {
  unknown_column: '{column}: no plant has this name; the column was left out.',
  missing_periods: '{series}: {count} periods are left out, in which a CUPS has no value.',
  constant_day: '{series}: all values of {day} are {mw} MW.',
} as const;

export type WarningCode = keyof typeof WARNINGS;
export const WARNING_CODES = Object.keys(WARNINGS) as readonly WarningCode[];

/** A warning: a code with parameters, and both as English. */
export interface FileWarning {
  readonly code: WarningCode;
  readonly params: Readonly<Record<string, string | number>>;
  readonly text: string;
}

/** Warnings of a file. */
export const MAX_WARNINGS = 100;

/** @param params a series without a name is not named in the text. */
export function fileWarning(code: WarningCode, params: FileWarning['params']): FileWarning {
  const text = WARNINGS[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  return { code, params, text: text.replace(/^: /, '') };
}
