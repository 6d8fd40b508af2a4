/** A name with its form for comparing. */
export interface Folded {
  readonly label: string;
  readonly folded: string;
}

/** Returns a text in small letters without accents. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

/**
 * Returns the names that have each word of a text, with accents or without; first those that begin
 * with the text, each part in the order of the names.
 */
export function matching<T extends Folded>(names: readonly T[], text: string): readonly T[] {
  const wanted = fold(text).trim();
  if (wanted === '') return names;
  const words = wanted.split(/\s+/);
  const found = names.filter(({ folded }) => words.every((word) => folded.includes(word)));
  const [first, others]: [T[], T[]] = [[], []];
  for (const each of found) (each.folded.startsWith(wanted) ? first : others).push(each);
  return [...first, ...others];
}
