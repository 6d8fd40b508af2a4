import { expect } from 'vitest';

const TAG = /<(\/?)(\w+)((?: [\w-]+="[^"<&]*(?:&#\d+;[^"<&]*)*")*) *(\/?)>/g;

/** The names of all elements of a document; fails where it is not well-formed. */
export function elements(svg: string): string[] {
  const names: string[] = [];
  const open: string[] = [];
  const misplaced: string[] = [];
  const content = svg.replace(TAG, (tag, closing: string, name: string, _, empty: string) => {
    if (!closing) names.push(name);
    if (!closing && !empty) open.push(name);
    if (closing && open.pop() !== name) misplaced.push(tag);
    return '';
  });
  expect([...open, ...misplaced]).toEqual([]);
  expect(content.replace(/&#\d+;/g, '')).not.toMatch(/[<&]/);
  return names;
}
