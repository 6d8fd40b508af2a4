import { VERSION } from '@solano/config';
import { Command } from 'commander';
import { addAuditCommand } from './commands/audit.ts';
import { addBackupCommands } from './commands/backup.ts';
import { addCustomerCommands } from './commands/customer.ts';
import { addDemoCommand } from './commands/demo.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addForecastCommands } from './commands/forecast.ts';
import { addKeyCommands } from './commands/key.ts';
import { addMarketCommands } from './commands/market.ts';
import { addMigrateCommand } from './commands/migrate.ts';
import { addPermissionCommands } from './commands/permission.ts';
import { addPlantCommands } from './commands/plant.ts';
import { addPriceCommands } from './commands/prices.ts';
import { addPurchaseCommands } from './commands/purchases.ts';
import { addStrategyCommands } from './commands/strategies.ts';
import { addWebhookCommands } from './commands/webhook.ts';

const program = new Command('solano')
  .description('The operator’s command. It reads the same environment variables as the service.')
  .version(VERSION, '--version', 'print the version')
  // A command and its subcommands may have options of the same name.
  .enablePositionalOptions();
addMigrateCommand(program);
addDoctorCommand(program);
addBackupCommands(program);
addCustomerCommands(program);
addKeyCommands(program);
addPermissionCommands(program);
addPlantCommands(program);
addForecastCommands(program);
addPriceCommands(program);
addMarketCommands(program);
addStrategyCommands(program);
addPurchaseCommands(program);
addWebhookCommands(program);
addAuditCommand(program);
addDemoCommand(program);
await program.parseAsync();
