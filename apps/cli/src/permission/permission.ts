import { setPermission } from '@solano/domain/service';
import type { Command } from 'commander';
import { addAction } from '../run.ts';

export function addCommands(permission: Command): void {
  addChange(permission, 'grant', true);
  addChange(permission, 'revoke', false);
}

function addChange(permission: Command, name: string, granted: boolean): void {
  const change = permission
    .command(`${name} <customer> <permission>`)
    .description(`${name} a permission, such as prices`);
  addAction(change, async ({ open }, [customer = '', what = '']) => {
    await using opened = await open();
    const changed = await setPermission(opened, opened.source, customer, what, granted);
    const permissions = changed.permissions.join(', ') || 'no permissions';
    return {
      json: { customer: changed.name, permissions: changed.permissions },
      text: `${changed.name}: ${permissions}`,
    };
  });
}
