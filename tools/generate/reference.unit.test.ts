import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { COMMANDS_PAGE, commandsPage } from './commands.ts';
import { CONFIGURATION_PAGE, configurationPage } from './configuration.ts';
import { FIRST_SERVER_PAGE, firstServerPage, INSTALLER } from './first-server.ts';

// node tools/generate/reference.ts writes them anew.
test('the page of the configuration names the variables that the service reads', async () => {
  expect(await readFile(CONFIGURATION_PAGE, 'utf8')).toBe(configurationPage());
});

test('the page of the commands names those of the program', async () => {
  expect(await readFile(COMMANDS_PAGE, 'utf8')).toBe(await commandsPage());
});

test('the page of an operator’s first server has the steps of the script', async () => {
  const page = firstServerPage();
  expect(await readFile(FIRST_SERVER_PAGE, 'utf8')).toBe(page);
  const [, steps = ''] = /^# Steps: ([a-z ]+)\. /m.exec(await readFile(INSTALLER, 'utf8')) ?? [];
  const others = ['What comes next', 'Remove it'];
  expect(page.match(/^## /gm)).toHaveLength(steps.split(' ').length + others.length);
});
