import { VERSION } from '@solano/config/version';
import { Command } from 'commander';

/** The description of a group, and its module, which adds options and subcommands to its command. */
type CommandGroup = readonly [
  description: string,
  load: () => Promise<{ readonly addCommands: (command: Command) => void }>,
];

/** Only the requested module is loaded: all of them take half a second. */
const GROUPS: Readonly<Record<string, CommandGroup>> = {
  migrate: ['bring the database to the current schema', () => import('./commands/migrate.ts')],
  doctor: [
    'check this installation; exit 1 where there is a problem',
    () => import('./commands/doctor.ts'),
  ],
  backup: ['backups of the database and the objects', () => import('./commands/backup.ts')],
  customer: ['customers of the service', () => import('./commands/customer.ts')],
  key: ['API keys of customers', () => import('./commands/key.ts')],
  permission: ['what customers may do', () => import('./commands/permission.ts')],
  plant: ['plants of customers', () => import('./commands/plant.ts')],
  forecast: [
    'forecasts of customers: files, and the service’s own',
    () => import('./commands/forecast.ts'),
  ],
  weather: [
    'forecasts of the weather that plants are forecast from',
    () => import('./weather/weather.ts'),
  ],
  production: ['measured production of plants', () => import('./measurements/production.ts')],
  consumption: [
    'measured consumption of portfolios',
    () => import('./measurements/consumption.ts'),
  ],
  prices: ['price predictions and realised prices', () => import('./commands/prices.ts')],
  market: ['market data from their sources', () => import('./commands/market.ts')],
  strategies: ['which models run, and how', () => import('./commands/strategies.ts')],
  purchases: ['purchases of all customers', () => import('./commands/purchases.ts')],
  report: [
    'a month of a portfolio: energy, costs, savings, deviation',
    () => import('./report/report.ts'),
  ],
  webhook: [
    'endpoints of customers that are notified of events',
    () => import('./commands/webhook.ts'),
  ],
  audit: [
    'who has changed what, when and from where, newest first',
    () => import('./commands/audit.ts'),
  ],
  demo: ['make or refresh the demo customer', () => import('./commands/demo.ts')],
};

/** Returns the command with the options and subcommands of the requested groups. */
export async function openProgram(isWanted: (group: string) => boolean): Promise<Command> {
  const program = new Command('solano')
    .description('The operator’s command. It reads the same environment variables as the service.')
    .version(VERSION, '--version', 'print the version')
    // A command and its subcommands may have options of the same name.
    .enablePositionalOptions();
  for (const [name, [description, load]] of Object.entries(GROUPS)) {
    const command = program.command(name).description(description);
    if (isWanted(name)) (await load()).addCommands(command);
  }
  return program;
}
