import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { COMMANDS_PAGE, commandsPage } from './commands.ts';
import { CONFIGURATION_PAGE, configurationPage } from './configuration.ts';

// node tools/generate/reference.ts writes them anew.
test('the page of the configuration names the variables that the service reads', async () => {
  expect(await readFile(CONFIGURATION_PAGE, 'utf8')).toBe(configurationPage());
});

test('the page of the commands names those of the program', async () => {
  expect(await readFile(COMMANDS_PAGE, 'utf8')).toBe(await commandsPage());
});
