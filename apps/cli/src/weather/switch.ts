import { switchWeather } from '@solano/domain/forecasting/jobs';
import { Argument, type Command } from 'commander';
import { commandEntry } from '../command-entry.ts';
import { addAction } from '../run.ts';

export function addSwitchCommand(weather: Command): void {
  const command = weather
    .command('switch')
    .description('whether the places of a customer’s plants are sent to sources of weather')
    .argument('<customer>')
    .addArgument(new Argument('<state>').choices(['on', 'off']));
  addAction(command, async ({ open }, [name = '', state = '']) => {
    await using opened = await open();
    const isOff = state === 'off';
    const customer = await switchWeather(opened, name, isOff, ({ id }) => {
      return { ...commandEntry('weather.switch', state), customerId: id };
    });
    const text = `The places of ${customer.name} are ${isOff ? 'no longer ' : ''}sent to sources of weather.`;
    return { json: { customer: customer.name, weather: state }, text };
  });
}
