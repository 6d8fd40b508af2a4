import { resolve, sep } from 'node:path';
import { type Config, ConfigError } from './config.ts';

/** The user may not; the file system is read only; a file stands where a folder is needed. */
const DENIALS = ['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR'];

/** The error, or one that names SOLANO_DATA where the system denies access to that folder or something in it. */
export function namingVariable(error: unknown, { dataFolder }: Config): unknown {
  const { code = '', syscall, path, message } = error as NodeJS.ErrnoException;
  // Of a folder to be made with those above it, Node says ENOENT on a read-only file system.
  const isDenial = DENIALS.includes(code) || (code === 'ENOENT' && syscall === 'mkdir');
  if (!isDenial || path === undefined) return error;
  const isInside = `${resolve(path)}${sep}`.startsWith(`${resolve(dataFolder)}${sep}`);
  return isInside ? new ConfigError([`SOLANO_DATA ${dataFolder}: ${message}`]) : error;
}
