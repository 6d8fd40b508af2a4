import { SolanoError } from '@solano/domain/kernel';
import { findPendingMigrations } from '@solano/runtime';
import type { Command } from 'commander';
import { closeWhenInterrupted } from '../interruption.ts';
import { addAction } from '../run.ts';

export function addCommands(migrate: Command): void {
  migrate.option('--check', 'change nothing; exit 1 naming the migrations that are pending');
  addAction<{ check?: boolean }>(migrate, async ({ open, config }, _args, { check }) => {
    if (check) {
      const pending = await findPendingMigrations(config, closeWhenInterrupted);
      if (pending.length > 0) throw outdated(pending);
      return { json: { pending }, text: 'Nothing is pending.' };
    }
    await using opened = await open();
    const applied = opened.migrated;
    const text = applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Already up to date.';
    return { json: { applied }, text };
  });
}

function outdated(pending: readonly string[]): SolanoError {
  const problems = pending.map((name) => `pending: ${name}`);
  return new SolanoError('invalid_rows', 'Migrations are pending.', { problems });
}
