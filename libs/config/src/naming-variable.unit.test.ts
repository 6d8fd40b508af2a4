import { expect, test } from 'vitest';
import { namingVariable } from './naming-variable.ts';
import { readConfig } from './read-config.ts';

const config = readConfig({ SOLANO_DATA: '/srv/solano/' });

function failure(code: string, path?: string): Error {
  const message = `${code}: permission denied, mkdir '${path}'`;
  return Object.assign(new Error(message), { code, ...(path !== undefined && { path }) });
}

test.each([
  ['EACCES', '/srv/solano'],
  ['EROFS', '/srv/solano/callback.secret'],
  ['ENOTDIR', '/srv/solano'],
])('the error %s at %s names the variable of the data folder', (code, path) => {
  expect(namingVariable(failure(code, path), config)).toMatchObject({
    name: 'ConfigError',
    problems: [`SOLANO_DATA /srv/solano/: ${code}: permission denied, mkdir '${path}'`],
  });
});

test('a folder that cannot be made on a read-only file system is named by its variable', () => {
  const error = Object.assign(failure('ENOENT', '/srv/solano'), { syscall: 'mkdir' });
  expect(namingVariable(error, config)).toMatchObject({ name: 'ConfigError' });
});

test.each([
  ['EACCES', '/srv/solano-2/x'],
  ['EACCES', '/srv'],
  ['EACCES', undefined],
  ['ENOENT', '/srv/solano'],
])('the error %s at %s is not changed', (code, path) => {
  const error = failure(code, path);
  expect(namingVariable(error, config)).toBe(error);
});
