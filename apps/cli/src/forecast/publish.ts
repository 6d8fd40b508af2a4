import { PUBLISH_MODES, type PublishMode } from '@solano/domain/forecasting';
import { setPublishing } from '@solano/domain/forecasting/jobs';
import { requireCustomer } from '@solano/domain/service';
import { openObjects } from '@solano/runtime';
import { Argument, type Command } from 'commander';
import { commandEntry } from '../command-entry.ts';
import { addAction, SILENT, UsageError } from '../run.ts';

const MEANINGS: Readonly<Record<PublishMode, string>> = {
  off: 'are not among the normalized forecasts of the customer',
  auto: 'are among the normalized forecasts of the customer while nobody delivers one and they are learned',
  always: 'are among the normalized forecasts of the customer',
};

export function addPublishCommand(forecast: Command): void {
  const command = forecast
    .command('publish')
    .description('whether the service writes its own forecasts of a plant as solano.csv')
    .argument('<customer>')
    .argument('<plant>')
    .addArgument(new Argument('<mode>').choices(PUBLISH_MODES));
  addAction(command, async ({ config, open }, [name = '', plant = '', mode = '']) => {
    await using opened = await open();
    const customer = await requireCustomer(opened.customers, name);
    if (!(await opened.plants.byName(customer.id, plant))) {
      throw new UsageError(`${customer.name} has no plant ${plant}.`);
    }
    await using objects = await openObjects(config);
    const deps = { ...opened, objects, log: SILENT };
    const chosen = mode as PublishMode;
    await setPublishing(deps, customer, plant, chosen, () => {
      const entry = commandEntry('forecast.publish', `${plant} ${mode}`);
      return { ...entry, customerId: customer.id };
    });
    const json = { customer: customer.name, plant, mode };
    return { json, text: `The service’s own forecasts of ${plant} ${MEANINGS[chosen]}.` };
  });
}
