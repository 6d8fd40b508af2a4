import { dirname, join, normalize } from 'node:path';

/** Sources by their path from the root, with `/`. */
export type Sources = ReadonlyMap<string, string>;

/** Files of a folder that a reader can overview. */
const MAX_FILES = 20;
/** Lines of a file that a reader can overview. */
const MAX_LINES = 350;

const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;
/** A script that a thread or a process runs. */
const SCRIPT = /\bnew URL\(\s*'(\.{1,2}\/[^']+)',\s*import\.meta\.url\)/g;
/** A context of the domain, by one of its doors. */
const DOOR = /\b(?:from|import)\s*\(?\s*'@solano\/domain\/([^'/]+)(?:\/([^'/]+))?'/g;
const CONTEXTS = 'libs/domain/src';

/**
 * The files that each file imports, for types too, and those that it runs as scripts. Among
 * packages, only the contexts of the domain count: the others are left to the boundaries of biome.
 */
function importsOf(sources: Sources): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  for (const [file, text] of sources) {
    const paths = [...text.matchAll(IMPORT), ...text.matchAll(SCRIPT)].map(([, path = '']) =>
      normalize(join(dirname(file), path)),
    );
    const doors = [...text.matchAll(DOOR)].map(([, context, door]) => doorFile(context, door));
    graph.set(
      file,
      [...paths, ...doors].filter((path) => sources.has(path)),
    );
  }
  return graph;
}

function doorFile(context = '', door = 'index'): string {
  return `${CONTEXTS}/${context}/${door}.ts`;
}

/** Import cycles, types included, each as `a → b → a`; none twice. */
export function importCycles(sources: Sources): string[] {
  return cyclesOf(importsOf(sources));
}

/**
 * Cycles of what stands directly in a folder: its subfolders, each with all that it holds, and its
 * files. Each as `a → b → a`; none twice.
 */
export function folderCycles(folder: string, sources: Sources): string[] {
  const within = (path: string) => path.startsWith(`${folder}/`);
  const entryOf = (path: string) => path.slice(folder.length + 1).split('/', 1)[0] as string;
  const graph = new Map<string, string[]>();
  for (const [file, imported] of importsOf(sources)) {
    if (!within(file)) continue;
    const entry = entryOf(file);
    const others = imported.filter(within).map(entryOf);
    graph.set(entry, [...(graph.get(entry) ?? []), ...others.filter((each) => each !== entry)]);
  }
  return cyclesOf(graph);
}

function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[] {
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

/** A class of an adapter that has a folder for each feature, with the ports that it implements. */
const IMPLEMENTATION = /\bclass (\w+)[^{]*?\bimplements ([^{]+)\{/g;

/**
 * Classes of an adapter that do not stand in the folder of the feature whose port they implement, each as
 * `file: class, of feature`. Interfaces of the kernel and of packages are no ports of a feature.
 *
 * @param folder with a folder for each feature, such as `libs/adapters/postgres/src`.
 */
export function strayClasses(folder: string, sources: Sources): string[] {
  const features = featuresOfPorts(sources);
  return [...sources].flatMap(([file, text]) => {
    if (!file.startsWith(`${folder}/`)) return [];
    return [...text.matchAll(IMPLEMENTATION)].flatMap(([, name, ports = '']) => {
      const wanted = ports.split(',').flatMap((port) => features.get(port.trim()) ?? []);
      const isAtHome =
        wanted.length === 0 || wanted.includes(dirname(file).slice(folder.length + 1));
      return isAtHome ? [] : `${file}: ${name}, of ${wanted.join(', ')}`;
    });
  });
}

/** The feature of each interface that the domain exports. */
function featuresOfPorts(sources: Sources): Map<string, string> {
  const features = new Map<string, string>();
  for (const [file, text] of sources) {
    const [, feature] = /^libs\/domain\/src\/(?!kernel\/)[^/]+\/([^/]+)\//.exec(file) ?? [];
    if (feature === undefined) continue;
    for (const [, port = ''] of text.matchAll(/^export interface (\w+)/gm))
      features.set(port, feature);
  }
  return features;
}

/** Files with more than 350 lines, each as `file: count`. */
export function longFiles(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    const count = text.trimEnd().split('\n').length;
    return count > MAX_LINES ? [`${path}: ${count}`] : [];
  });
}

/** Folders with more than 20 source files, each as `folder: count`. */
export function crowdedFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([folder, count]) => `${folder}: ${count}`);
}

/** The names that a module without declarations of its own exports. */
export function exportedNames(door: string): string[] {
  return [...door.matchAll(/^export (?:type )?\{([^}]*)\} from /gm)].flatMap(([, list = '']) =>
    namesOf(list),
  );
}

/** The names that a source imports from a package. */
export function namesFrom(specifier: string, source: string): string[] {
  const statements = source.matchAll(/\b(?:import|export) (?:type )?\{([^}]*)\} from '([^']+)'/g);
  const loads = source.matchAll(/\bconst \{([^}]*)\} = await import\('([^']+)'\)/g);
  return [...statements, ...loads].flatMap(([, list = '', from]) =>
    from === specifier ? namesOf(list) : [],
  );
}

/**
 * The files with all that they import, and what that imports, types included. An import through the door
 * of a context counts as the files that declare the imported names; packages do not count.
 */
export function importClosure(entries: readonly string[], sources: Sources): Set<string> {
  const closure = new Set(entries);
  // A set goes on with what is added meanwhile.
  for (const file of closure) {
    const text = sources.get(file) ?? '';
    for (const [, path = ''] of text.matchAll(IMPORT)) closure.add(join(dirname(file), path));
    for (const [, context, name] of text.matchAll(DOOR)) {
      const door = doorFile(context, name);
      const specifier = ['@solano/domain', context, name].filter(Boolean).join('/');
      const names = new Set(namesFrom(specifier, text));
      for (const each of declaringFiles(door, names, sources)) closure.add(each);
    }
  }
  return closure;
}

/** The files from which a door exports some names. */
function declaringFiles(door: string, names: ReadonlySet<string>, sources: Sources): string[] {
  const exports = (sources.get(door) ?? '').matchAll(
    /^export (?:type )?\{([^}]*)\} from '([^']+)'/gm,
  );
  return [...exports].flatMap(([, list = '', path = '']) =>
    namesOf(list).some((name) => names.has(name)) ? join(dirname(door), path) : [],
  );
}

function namesOf(list: string): string[] {
  return list
    .split(',')
    .map(
      (each) =>
        each
          .trim()
          .replace(/^type /, '')
          .split(' as ')[0] as string,
    )
    .filter(Boolean);
}
