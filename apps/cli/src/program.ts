import { VERSION } from '@solano/config/version';
import { Command } from 'commander';

/** The description of a group, and its module, which adds options and subcommands to its command. */
type CommandGroup = readonly [
  description: string,
  load: () => Promise<{ readonly addCommands: (command: Command) => void }>,
];

/** Only the requested module is loaded: all of them take half a second. */
const GROUPS: Readonly<Record<string, CommandGroup>> = {
  migrate: ['bring the database to the current schema', () => import('./migrate/migrate.ts')],
  doctor: [
    'check this installation; exit 1 where there is a problem',
    () => import('./doctor/doctor.ts'),
  ],
  backup: ['backups of the database and the objects', () => import('./backup/backup.ts')],
  customer: ['customers of the service', () => import('./customer/customer.ts')],
  key: ['API keys of customers', () => import('./key/key.ts')],
  permission: ['what customers may do', () => import('./permission/permission.ts')],
  plant: ['plants of customers', () => import('./plant/plant.ts')],
  forecast: [
    'forecasts of customers: files, and the service’s own',
    () => import('./forecast/forecast.ts'),
  ],
  weather: ['weather forecasts for plants and portfolios', () => import('./weather/weather.ts')],
  production: ['measured production of plants', () => import('./production/production.ts')],
  consumption: ['measured consumption of portfolios', () => import('./consumption/consumption.ts')],
  prices: ['price predictions and realised prices', () => import('./prices/prices.ts')],
  market: ['market data from their sources', () => import('./market/market.ts')],
  strategies: ['which models run, and how', () => import('./strategies/strategies.ts')],
  purchases: ['purchases of all customers', () => import('./purchases/purchases.ts')],
  report: [
    'a month of a portfolio: energy, costs, savings, deviation',
    () => import('./report/report.ts'),
  ],
  webhook: [
    'endpoints of customers that are notified of events',
    () => import('./webhook/webhook.ts'),
  ],
  audit: [
    'who has changed what, when and from where, newest first',
    () => import('./audit/audit.ts'),
  ],
  demo: ['make or refresh the demo customer', () => import('./demo/demo.ts')],
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
