import { setStrategies } from '@solano/domain/desk';
import { requireText } from '@solano/domain/kernel';
import { requireCustomer } from '@solano/domain/service';
import type { Command } from 'commander';
import { readJsonInput } from '../input.ts';
import { addAction } from '../run.ts';
import { addBacktestCommand } from './backtest.ts';

export function addCommands(strategies: Command): void {
  addSet(strategies);
  addBacktestCommand(strategies);
}

function addSet(strategies: Command): void {
  const set = strategies
    .command('set <customer> <user> <retailer> <file>')
    .description('replace the settings by a JSON array of {idmodel, enabled, parameters}');
  addAction(set, async ({ open }, [name = '', user = '', retailer = '', file = '']) => {
    const settings = await readJsonInput(file);
    await using opened = await open();
    const { id: customerId } = await requireCustomer(opened.customers, name);
    const owner = {
      customerId,
      user: requireText(user, 'argument: user'),
      retailer: requireText(retailer, 'argument: retailer'),
    };
    const { version, models } = await setStrategies(opened, opened.source, owner, settings);
    const enabled = models.filter((model) => model.enabled).map((model) => model.idmodel);
    const text = `Version ${version}. Enabled models: ${enabled.join(', ') || 'none'}`;
    return { json: models, text };
  });
}
