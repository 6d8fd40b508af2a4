import type { Command } from 'commander';
import { addImportCommand } from './import.ts';
import { addListCommand } from './list.ts';

export function addCommands(weather: Command): void {
  addImportCommand(weather);
  addListCommand(weather);
}
