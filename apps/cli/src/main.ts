import { VERSION } from '@solano/config/version';
import { Command } from 'commander';

interface CommandGroup {
  readonly description: string;
  /** Gives what adds options and subcommands to the command. */
  readonly load: () => Promise<(command: Command) => void>;
}

/** Only the one that is asked for is loaded: all of them take half a second. */
const GROUPS: Readonly<Record<string, CommandGroup>> = {
  migrate: {
    description: 'bring the database to the current schema',
    load: async () => (await import('./commands/migrate.ts')).addMigrateCommand,
  },
  doctor: {
    description: 'check this installation; exit 1 where there is a problem',
    load: async () => (await import('./commands/doctor.ts')).addDoctorCommand,
  },
  backup: {
    description: 'backups of the database and the objects',
    load: async () => (await import('./commands/backup.ts')).addBackupCommands,
  },
  customer: {
    description: 'customers of the service',
    load: async () => (await import('./commands/customer.ts')).addCustomerCommands,
  },
  key: {
    description: 'API keys of customers',
    load: async () => (await import('./commands/key.ts')).addKeyCommands,
  },
  permission: {
    description: 'what customers may do',
    load: async () => (await import('./commands/permission.ts')).addPermissionCommands,
  },
  plant: {
    description: 'plants of customers',
    load: async () => (await import('./commands/plant.ts')).addPlantCommands,
  },
  forecast: {
    description: 'forecast files of customers',
    load: async () => (await import('./commands/forecast.ts')).addForecastCommands,
  },
  prices: {
    description: 'price predictions and realised prices',
    load: async () => (await import('./commands/prices.ts')).addPriceCommands,
  },
  market: {
    description: 'market data from their sources',
    load: async () => (await import('./commands/market.ts')).addMarketCommands,
  },
  strategies: {
    description: 'which models run, and how',
    load: async () => (await import('./commands/strategies.ts')).addStrategyCommands,
  },
  purchases: {
    description: 'purchases of all customers',
    load: async () => (await import('./commands/purchases.ts')).addPurchaseCommands,
  },
  webhook: {
    description: 'endpoints of customers that are notified of events',
    load: async () => (await import('./commands/webhook.ts')).addWebhookCommands,
  },
  audit: {
    description: 'who has changed what, when and from where, newest first',
    load: async () => (await import('./commands/audit.ts')).addAuditCommand,
  },
  demo: {
    description: 'make or refresh the demo customer',
    load: async () => (await import('./commands/demo.ts')).addDemoCommand,
  },
};

const program = new Command('solano')
  .description('The operator’s command. It reads the same environment variables as the service.')
  .version(VERSION, '--version', 'print the version')
  // A command and its subcommands may have options of the same name.
  .enablePositionalOptions();
const [first, second] = process.argv.slice(2);
const wanted = first === 'help' ? second : first;
for (const [name, { description, load }] of Object.entries(GROUPS)) {
  const command = program.command(name).description(description);
  if (name === wanted) (await load())(command);
}
await program.parseAsync();
