import { expect, test } from 'vitest';
import { isKept, type Kind } from './kept-packages.ts';

const lock = {
  packages: {
    'node_modules/express': {},
    'node_modules/vitest': { dev: true },
    'node_modules/@temporalio/worker': { peer: true },
    'node_modules/fsevents': { optional: true },
    'node_modules/prisma': { devOptional: true },
  },
};

test.each<[string, Kind[], boolean]>([
  ['express', ['dev', 'optional', 'peer'], true],
  ['vitest', ['dev'], false],
  ['vitest', ['peer'], true],
  ['@temporalio/worker', ['dev'], true],
  ['@temporalio/worker', ['dev', 'peer'], false],
  ['fsevents', ['optional'], false],
  ['prisma', ['dev'], true],
  ['prisma', ['dev', 'optional'], false],
])('the packages of %s that npm omits with %j are known', (name, omitted, kept) => {
  expect(isKept(lock, `node_modules/${name}`, omitted)).toBe(kept);
});

test('a folder inside a package has no verdict of its own', () => {
  expect(isKept(lock, 'node_modules/express/lib', ['dev'])).toBeUndefined();
});
