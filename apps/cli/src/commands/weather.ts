import type { Command } from 'commander';
import { addBackFillCommand } from '../weather/back-fill.ts';
import { addFetchCommand } from '../weather/fetch.ts';
import { addSwitchCommand } from '../weather/switch.ts';

export function addCommands(weather: Command): void {
  addFetchCommand(weather);
  addBackFillCommand(weather);
  addSwitchCommand(weather);
}
