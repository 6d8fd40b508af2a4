import { join } from 'node:path';
import { refreshDemo } from '@solano/domain';
import { FileSecret } from '@solano/node';
import type { Command } from 'commander';
import { open } from '../compose.ts';
import { runs } from '../run.ts';

export function addDemoCommand(program: Command): void {
  const demo = program.command('demo').description('make or refresh the demo customer');
  runs(demo, async ({ config, progress }) => {
    await using opened = await open(config, progress);
    const path = join(config.dataFolder, 'demo.key');
    const { customer, newKey } = await refreshDemo({ ...opened, keyFile: new FileSecret(path) });
    const json = { id: customer.id, name: customer.name, key_file: path, new_key: newKey };
    return { json, text: `The customer ${customer.name} is up to date; its key is in ${path}.` };
  });
}
