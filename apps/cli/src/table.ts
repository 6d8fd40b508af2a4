/** The text for an unknown figure. */
export const NONE = '–';

/** Returns rows as lines: the first `left` columns are aligned to the left, the others to the right. */
export function aligned(rows: readonly (readonly string[])[], left = 1): string[] {
  const columns = Math.max(...rows.map((row) => row.length));
  const filled = rows.map((row) => Array.from({ length: columns }, (_, i) => row[i] ?? NONE));
  const widths = Array.from({ length: columns }, (_, i) => {
    return Math.max(...filled.map((row) => (row[i] as string).length));
  });
  return filled.map((row) => {
    const cells = row.map((cell, i) => {
      const width = widths[i] as number;
      return i < left ? cell.padEnd(width) : cell.padStart(width);
    });
    return cells.join('  ').trimEnd();
  });
}

/** Joins sections of lines with an empty line between them; those without lines are left out. */
export function paragraphs(sections: readonly (readonly string[])[]): string {
  const texts = sections.filter(({ length }) => length > 0).map((lines) => lines.join('\n'));
  return texts.join('\n\n');
}
