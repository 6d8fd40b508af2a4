import type { Command } from 'commander';
import { open } from '../compose.ts';
import { runs } from '../run.ts';

export function addMigrateCommand(program: Command): void {
  const migrate = program
    .command('migrate')
    .description('bring the database to the current schema');
  runs(migrate, async ({ config, progress }) => {
    await using opened = await open(config, progress);
    const applied = opened.migrated;
    const text = applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Already up to date.';
    return { json: { applied }, text };
  });
}
