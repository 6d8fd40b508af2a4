// Writes the pages of the configuration and of the commands.
import { writeFile } from 'node:fs/promises';
import { COMMANDS_PAGE, commandsPage } from './commands.ts';
import { CONFIGURATION_PAGE, configurationPage } from './configuration.ts';

await writeFile(CONFIGURATION_PAGE, configurationPage());
await writeFile(COMMANDS_PAGE, await commandsPage());
