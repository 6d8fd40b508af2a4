// Runs npm with the arguments that it is given, and tells every three seconds how far it is:
//
//   node tools/install/npm.mjs ci      [argument …]    removes all packages and installs them anew
//   node tools/install/npm.mjs add     [argument …]    adds the packages that are missing; those that are there stay
//   node tools/install/npm.mjs resume  [argument …]    as add, after an addition that was interrupted
//
// `npm install` replaces what is not of the lock file's version: add and resume are for packages that are. It runs on any
// Node from 20 on, as it is what installs the service's own.
//
// npm and all that it starts are one process group, so that a signal reaches its children's children too.
// POSIX has no way to ask for that without a terminal; Node has.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';

const PROGRESS_MS = 3_000;
/** npm would first undo what it did, for up to ten seconds; the next run begins anew anyway. */
const STOPPING_MS = 2_000;

/**
 * A package of the lock file.
 * @typedef {object} Locked
 * @property {boolean} [link]
 * @property {boolean} [optional]
 * @property {boolean} [peer]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 */

const [mode, ...args] = process.argv.slice(2);
// A user's own configuration of npm may switch lock files off.
const command = mode === 'ci' ? ['ci'] : ['install', '--no-save', '--package-lock'];
const packages = packagesOf('package-lock.json');
if (mode === 'resume') removeHalfAdded();
const requested = requestedPackages();
setInterval(() => {
  // npm makes all folders first, and fills them after that.
  const present = requested.filter((path) => existsSync(`${path}/package.json`)).length;
  console.error(`  ${present} of ${requested.length} packages`);
}, PROGRESS_MS).unref();

/** @type {import('node:child_process').ChildProcess | undefined} */
let child;
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
process.on('SIGHUP', stop);
child = spawn('npm', [...command, ...args], { detached: true, stdio: ['ignore', 2, 2] });
child.on('error', (error) => {
  console.error(`solano: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));

/** @param {NodeJS.Signals} signal */
function stop(signal) {
  if (!child) process.exit(1);
  kill(signal);
  setTimeout(() => kill('SIGKILL'), STOPPING_MS);
}

/** @param {NodeJS.Signals} signal */
function kill(signal) {
  if (child?.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has ended.
  }
}

/**
 * @param {string} path
 * @returns {Record<string, Locked>}
 */
function packagesOf(path) {
  const lock = /** @type {{ packages: Record<string, Locked> }} */ (
    JSON.parse(readFileSync(path, 'utf8'))
  );
  return lock.packages;
}

/** npm takes a folder that it did not finish for the package; its own list is of the last time that it finished. */
function removeHalfAdded() {
  const finished = packagesOf('node_modules/.package-lock.json');
  for (const path of Object.keys(packages)) {
    if (path.includes('node_modules/') && !(path in finished)) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

/** Folders of the packages that these arguments install; those of other platforms are optional and stay away. */
function requestedPackages() {
  const paths = args.includes('--workspaces') ? neededByWorkspaces() : Object.keys(packages);
  return paths.filter((path) => {
    const { link, optional, peer } = packages[path] ?? {};
    const isOmitted = peer && args.includes('--omit=peer');
    return path.includes('node_modules/') && !link && !optional && !isOmitted;
  });
}

/** The root's own dependencies are not among them. */
function neededByWorkspaces() {
  const needed = new Set(
    Object.keys(packages).filter((path) => path && !path.includes('node_modules/')),
  );
  for (const path of needed) {
    const { dependencies, devDependencies, optionalDependencies, peerDependencies } =
      packages[path] ?? {};
    const names = {
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
      ...peerDependencies,
    };
    for (const name of Object.keys(names)) {
      const found = locate(path, name);
      if (found) needed.add(found);
    }
  }
  return [...needed];
}

/**
 * The path of a package that Node finds from a folder; undefined if it is not in the lock file.
 * @param {string} from
 * @param {string} name
 */
function locate(from, name) {
  const parts = from.split('/');
  for (; parts.length > 0; parts.pop()) {
    const path = `${parts.join('/')}/node_modules/${name}`;
    if (path in packages) return path;
  }
  const path = `node_modules/${name}`;
  return path in packages ? path : undefined;
}
