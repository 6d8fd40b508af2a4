import { dirname, join, normalize } from 'node:path';

/** Sources by their path from the root, with `/`. */
export type Sources = ReadonlyMap<string, string>;

/** Files of a folder that a reader can overview. */
const MAX_FILES = 20;

const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/** The files that each file imports, for types too. Packages are left to the boundaries of biome. */
function importsOf(sources: Sources): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  for (const [file, text] of sources) {
    const paths = [...text.matchAll(IMPORT)].map(([, path = '']) => join(dirname(file), path));
    graph.set(
      file,
      paths.map((path) => normalize(path)).filter((path) => sources.has(path)),
    );
  }
  return graph;
}

/** Import cycles, types included, each as `a → b → a`; none twice. */
export function importCycles(sources: Sources): string[] {
  const graph = importsOf(sources);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push([...path.slice(start), file].join(' → '));
    if (done.has(file)) return;
    done.add(file);
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}

/** Folders with more than 20 source files, each as `folder: count`. */
export function crowdedFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([folder, count]) => `${folder}: ${count}`);
}
