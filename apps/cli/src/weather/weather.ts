import type { Command } from 'commander';
import { addBackFillCommand } from './back-fill.ts';
import { addFetchCommand } from './fetch.ts';
import { addImportCommand } from './import.ts';
import { addListCommand } from './list.ts';
import { addSwitchCommand } from './switch.ts';

export function addCommands(weather: Command): void {
  addImportCommand(weather);
  addFetchCommand(weather);
  addBackFillCommand(weather);
  addListCommand(weather);
  addSwitchCommand(weather);
}
