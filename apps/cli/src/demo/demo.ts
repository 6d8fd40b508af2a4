import { addDemoHistory, refreshDemoDesk, refreshDemoEnergy, restoreDemo } from '@solano/demo';
import { demoKeyFile, openObjects } from '@solano/runtime';
import { openSplitter } from '@solano/runtime/purchases';
import type { Command } from 'commander';
import { commandEntry, recordCommand } from '../command-entry.ts';
import { addAction } from '../run.ts';

export function addCommands(demo: Command): void {
  addAction(demo, async ({ open, config, progress }) => {
    await using opened = await open();
    const keyFile = demoKeyFile(config);
    await using objects = await openObjects(config);
    await using splitter = openSplitter();
    const deps = { ...opened, objects, keyFile, splitter };
    const { customer, newKey } = await restoreDemo(deps, opened.source);
    await refreshDemoEnergy(deps, opened.source);
    await refreshDemoDesk(deps, opened.source);
    progress.on('adding the purchases of a year');
    for (let part: number | undefined = 0; part !== undefined; ) {
      part = await addDemoHistory(deps, opened.source, part);
    }
    const entry = commandEntry('demo.prepare', customer.name);
    await recordCommand(opened.audit, { ...entry, customerId: customer.id });
    const { path } = keyFile;
    const json = { id: customer.id, name: customer.name, key_file: path, new_key: newKey };
    return { json, text: `The customer ${customer.name} is up to date; its key is in ${path}.` };
  });
}
