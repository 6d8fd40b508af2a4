import { addCustomer } from '@solano/domain/service';
import type { Command } from 'commander';
import { addAction } from '../run.ts';
import { exportAndRemove } from './remove-customer.ts';

export function addCommands(customer: Command): void {
  const add = customer
    .command('add <name>')
    .description('add a customer')
    .option('--without-folder', 'no folder in the object store: forecasts get a 400');
  addAction<{ withoutFolder?: boolean }>(add, async ({ open }, [name = ''], options) => {
    await using opened = await open();
    const added = await addCustomer(opened, opened.source, name, options);
    const text = [
      `Added customer ${name} (${added.id}).`,
      `It may read prices once the permission is granted: npx solano permission grant ${quoted(name)} prices`,
    ];
    return { json: { id: added.id, name }, text: text.join('\n') };
  });

  const list = customer.command('list').description('list the customers');
  addAction(list, async ({ open }) => {
    await using opened = await open();
    const customers = await opened.customers.list();
    return {
      json: customers,
      text: customers.map(({ id, name }) => `${id}  ${name}`).join('\n') || 'No customers.',
    };
  });

  const remove = customer
    .command('remove <customer>')
    .description('remove a customer with all its data, and list what is kept')
    .option('--export <folder>', 'first write all of it to this folder, which must not exist')
    .option('--no-export', 'without an export');
  addAction<{ export?: string | false }>(remove, (context, [name = ''], options) =>
    exportAndRemove(context, name, options.export),
  );
}

/** Quotes an argument for a shell. */
function quoted(argument: string): string {
  return `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}
