import type { Log } from '@solano/domain/kernel';
import { expect, test } from 'vitest';
import { logMigrations } from './runtime.ts';

test('migrations are logged by their number, the newest five by name', () => {
  const lines: unknown[] = [];
  const log: Log = { info: (fields) => lines.push(fields), warn() {}, error() {} };
  logMigrations(log, { migrated: [] });
  logMigrations(log, { migrated: ['1_a', '2_b'] });
  logMigrations(log, { migrated: Array.from({ length: 59 }, (_, i) => `${i + 1}`) });
  expect(lines).toEqual([
    { applied: 2, newest: ['1_a', '2_b'] },
    { applied: 59, newest: ['55', '56', '57', '58', '59'] },
  ]);
});
