import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@solano/config';
import { expect, test } from 'vitest';
import { examineFiles } from './files.ts';

test('a secret that others can read is a problem, one that its owner alone can read is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'solano-doctor-'));
  try {
    await writeFile(join(folder, 'secrets.key'), 'a', { mode: 0o600 });
    const path = join(folder, 'demo.key');
    await writeFile(path, 'b');
    await chmod(path, 0o644);
    const findings = await examineFiles(readConfig({ SOLANO_DATA: folder }));
    expect(findings.filter(({ check }) => check === 'secrets')).toMatchObject([
      { check: 'secrets', message: `${path} can be read by others: chmod 600 ${path}.` },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
