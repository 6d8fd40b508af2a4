// Writes the pages of the configuration, of the commands and of an operator's first server.
import { writeFile } from 'node:fs/promises';
import { COMMANDS_PAGE, commandsPage } from './commands.ts';
import { CONFIGURATION_PAGE, configurationPage } from './configuration.ts';
import { FIRST_SERVER_PAGE, firstServerPage } from './first-server.ts';

await writeFile(CONFIGURATION_PAGE, configurationPage());
await writeFile(COMMANDS_PAGE, await commandsPage());
await writeFile(FIRST_SERVER_PAGE, firstServerPage());
