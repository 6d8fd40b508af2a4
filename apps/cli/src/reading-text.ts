import { type FileProblem, problemText } from '@solano/domain/kernel';
import type { Understood } from '@solano/domain/kernel/tables';

/** A file as it was understood. */
interface Reading {
  readonly understood: Understood | null;
  readonly problems: readonly FileProblem[];
}

/** Returns how a file is read, and what is wrong with it, for people. */
export function readingText({ understood, problems }: Reading, count: string): string {
  const { format, delimiter, encoding, decimal, columns } = understood ?? {};
  const form = [format, delimiter, encoding, decimal].filter((each) => each);
  const headers = Object.entries(columns ?? {}).map(([field, header]) => `${field}=${header}`);
  return [
    `understood: ${form.map((each) => JSON.stringify(each)).join(' ')}`,
    `columns: ${headers.join(', ')}`,
    count,
    ...problems.map(problemLine),
  ].join('\n');
}

/** Returns a problem with the value and a valid example. */
function problemLine(problem: FileProblem): string {
  const { value, example } = problem;
  const more = [
    ...(value === null ? [] : [`found ${JSON.stringify(value)}`]),
    ...(example === null ? [] : [`right would be ${example}`]),
  ];
  return more.length === 0 ? problemText(problem) : `${problemText(problem)} (${more.join(', ')})`;
}
