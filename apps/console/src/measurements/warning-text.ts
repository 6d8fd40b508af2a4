import type { Schemas } from '../api/client.ts';
import { formatDate, formatInput } from '../i18n/format.ts';
import { fill, texts } from '../i18n/language.ts';

/** What is odd about a file, as the service names it. */
export type FileWarning = Schemas['FileWarning'];

/** Every warning in all languages, with the parameters of its code in braces. */
const t = texts({
  unknown_column: [
    '{column}: no plant has this name; the column was left out.',
    '{column}: ninguna planta se llama así; la columna se ha omitido.',
    '{column}: nenhuma central tem este nome; a coluna foi omitida.',
  ],
  missing_periods: [
    '{series}: {count} {count|period is|periods are} left out, in which a CUPS has no value.',
    '{series}: {count|se omite|se omiten} {count} {count|periodo|periodos} en que a un CUPS le falta el valor.',
    '{series}: {count|é omitido|são omitidos} {count} {count|período|períodos} em que falta o valor de um ponto de entrega (CUPS).',
  ],
  constant_day: [
    '{series}: all values of {day} are {mw} MW.',
    '{series}: todos los valores del {day} son {mw} MW.',
    '{series}: todos os valores de {day} são {mw} MW.',
  ],
} satisfies Record<FileWarning['code'], readonly [en: string, es: string, pt: string]>);

/** Returns a warning in the language of the reader. A series without a name is not named. */
export function warningText({ code, params }: FileWarning): string {
  const { day, mw } = params;
  const text = fill(t[code], {
    ...params,
    ...(day !== undefined && { day: formatDate(`${day}T12:00Z`, 'UTC') }),
    ...(mw !== undefined && { mw: formatInput(mw) }),
  });
  return text.replace(/^: (.)/, (_, first: string) => first.toUpperCase());
}
