import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Copies the PostgreSQL cluster of a data folder into another data folder: a tenth of the time that
 * making one takes. No server may use it.
 */
export async function copyCluster(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  // Not fs.cp, which does not keep the owners.
  await promisify(execFile)('cp', ['-a', join(from, 'postgres'), to]);
}
