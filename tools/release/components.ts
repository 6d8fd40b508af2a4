import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { dependenciesOf, nameOf, type Packages, productionPackages } from './package-lock.ts';
import { type Component, referenceTo } from './sbom.ts';

/** Licences that a package has in a file alone. */
const UNNAMED_LICENSES: Readonly<Record<string, string>> = { unionfs: 'Unlicense' };

/** The packages of the registry that workspaces need, by package-lock.json. */
export function npmComponents(workspaces: readonly string[], locked: Packages): Component[] {
  const packages = productionPackages(workspaces, locked);
  const found = new Map<string, Component>();
  for (const path of Object.keys(packages)) {
    if (!isOfRegistry(path, packages)) continue;
    const component = npmComponent(path, packages);
    const known = found.get(referenceTo(component));
    // In several places, one of which may not be left out.
    if (known === undefined || known.isOptional) found.set(referenceTo(component), component);
  }
  return [...found.values()];
}

/** References of the packages of the registry that workspaces name themselves. */
export function npmNeeds(workspaces: readonly string[], locked: Packages): string[] {
  const packages = productionPackages(workspaces, locked);
  const own = Object.keys(packages).filter((path) => !path.includes('node_modules'));
  const needed = own.flatMap((path) => dependenciesOf(path, packages));
  return needed
    .filter((path) => isOfRegistry(path, packages))
    .map((path) => reference(path, packages));
}

function isOfRegistry(path: string, packages: Packages): boolean {
  return path.includes('node_modules') && !packages[path]?.link;
}

function npmComponent(path: string, packages: Packages): Component {
  const entry = packages[path];
  if (!entry?.version) throw new Error(`package-lock.json has no version of ${path}.`);
  const { version, integrity, peer, optional } = entry;
  const name = nameOf(path, entry);
  const license = entry.license ?? UNNAMED_LICENSES[name];
  if (license === undefined) throw new Error(`${name} names no licence.`);
  return {
    purl: `pkg:npm/${name.replace('@', '%40')}`,
    name,
    version,
    license,
    ...((peer || optional) && { isOptional: true }),
    ...(integrity !== undefined && { integrity }),
    needs: dependenciesOf(path, packages).map((each) => reference(each, packages)),
  };
}

function reference(path: string, packages: Packages): string {
  const entry = packages[path] ?? {};
  const { version = '' } = entry;
  return referenceTo({ purl: `pkg:npm/${nameOf(path, entry).replace('@', '%40')}`, version });
}

interface Distribution {
  readonly name: string;
  readonly version: string;
  readonly expression: string | null;
  readonly license: string | null;
  readonly classifiers: readonly string[];
  readonly requires: readonly string[];
}

/** Prints what each installed distribution says of itself. */
const INSPECT = `
import json
from importlib.metadata import distributions
print(json.dumps([{
    "name": each.name, "version": each.version, "requires": each.requires or [],
    "expression": each.metadata["License-Expression"], "license": each.metadata["License"],
    "classifiers": each.metadata.get_all("Classifier") or [],
} for each in distributions()]))
`;

/** Names of licences as Python's packages classify them, and as SPDX names them. */
const CLASSIFIED: Readonly<Record<string, string>> = {
  'MIT License': 'MIT',
  'BSD License': 'BSD-3-Clause',
  'Apache Software License': 'Apache-2.0',
  'Mozilla Public License 2.0 (MPL 2.0)': 'MPL-2.0',
};

/**
 * The distributions that names need, of those that are installed beside that Python.
 *
 * @param names are always needed.
 * @param extras are needed where they are asked for: they are optional, as what older Pythons alone need.
 */
export async function pythonComponents(
  python: string,
  names: readonly string[],
  extras: readonly string[],
): Promise<Component[]> {
  const { stdout } = await promisify(execFile)(python, ['-c', INSPECT]);
  const installed = JSON.parse(stdout) as readonly Distribution[];
  const byName = new Map(installed.map((each) => [normalized(each.name), each]));
  const distributionOf = (name: string): Distribution => {
    const found = byName.get(name);
    if (!found) throw new Error(`${name} is not installed.`);
    return found;
  };
  const always = reached(names, (name) => needsOf(distributionOf(name), ALWAYS));
  const all = reached([...names, ...extras], (name) => needsOf(distributionOf(name), SOMETIMES));
  return [...all].map((name) => {
    const distribution = distributionOf(name);
    return {
      purl: `pkg:pypi/${name}`,
      name,
      version: distribution.version,
      license: licenseOf(distribution),
      ...(!always.has(name) && { isOptional: true }),
      needs: needsOf(distribution, SOMETIMES).map(
        (each) => `pkg:pypi/${each}@${distributionOf(each).version}`,
      ),
    };
  });
}

/** Names, and all that they need. */
function reached(
  names: readonly string[],
  needs: (name: string) => readonly string[],
): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = names.map(normalized);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...needs(name));
  }
  return found;
}

/** Requirements without a condition; with one of the version of Python at most: neither extras nor other platforms. */
const ALWAYS = /^[^;]*$/;
const SOMETIMES = /^[^;]*(?:;\s*python(?:_full)?_version\s*[<>=]+\s*["'][\d.]+["']\s*)?$/;

/** What a distribution needs by those of its requirements that match. */
function needsOf({ requires }: Distribution, condition: RegExp): string[] {
  const names = requires
    .filter((each) => condition.test(each))
    .map((each) => normalized(/^[\w.-]+/.exec(each)?.[0] ?? ''));
  return [...new Set(names)];
}

function licenseOf({ name, expression, license, classifiers }: Distribution): string {
  const classifier = classifiers.find((each) => each.startsWith('License ::')) ?? '';
  const classified = CLASSIFIED[classifier.split(' :: ').at(-1) ?? ''];
  const found = expression ?? classified ?? license;
  if (found === null) throw new Error(`${name} names no licence.`);
  return found;
}

function normalized(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}
