import { gridPlace, plantOf, plantPlace, type WeatherState } from '@solano/domain/forecasting';
import { requireCustomer } from '@solano/domain/service';
import type { Command } from 'commander';
import type { Opened } from '../compose.ts';
import { addAction } from '../run.ts';
import { aligned } from '../table.ts';
import { instantText } from './instant-text.ts';

/** Runs of a source, and the plant or place that they are of. */
interface Listed {
  readonly name: string;
  readonly state: WeatherState;
}

const NO_WEATHER = {
  grid: 'No place of the grid has weather. Name a customer to see what its plants have of their own.',
  plants: 'None of its plants has weather.',
};

export function addListCommand(weather: Command): void {
  const command = weather
    .command('list [customer]')
    .description(
      'list the places that have weather, with how many runs of which source; with a customer those of its plants',
    );
  addAction(command, async ({ open }, [customer]) => {
    await using opened = await open();
    const listed = customer === undefined ? await ofGrid(opened) : await ofPlants(opened, customer);
    const json = listed.map(({ name, state }) => ({
      ...(customer === undefined ? {} : { plant: name }),
      place: plantOf(state.place) === undefined ? state.place : null,
      source: state.source,
      runs: state.runs,
      first_issued_at: instantText(state.firstIssuedAt),
      last_issued_at: instantText(state.lastIssuedAt),
      last_known_at: instantText(state.lastKnownAt),
    }));
    const [first = 'place', ...others] = customer === undefined ? ['place'] : ['plant', 'place'];
    const header = [first, ...others, 'source', 'first run', 'last run', 'known at', 'runs'];
    const rows = listed.map(({ name, state }) => [
      name,
      ...(customer === undefined
        ? []
        : [plantOf(state.place) === undefined ? state.place : 'its own']),
      state.source,
      instantText(state.firstIssuedAt),
      instantText(state.lastIssuedAt),
      instantText(state.lastKnownAt),
      String(state.runs),
    ]);
    const text =
      rows.length === 0
        ? NO_WEATHER[customer === undefined ? 'grid' : 'plants']
        : aligned([header, ...rows], header.length - 1).join('\n');
    return { json, text };
  });
}

async function ofGrid({ weather }: Opened): Promise<Listed[]> {
  const states = await weather.states();
  const grid = states.filter(({ place }) => plantOf(place) === undefined);
  return grid.map((state) => ({ name: state.place, state }));
}

async function ofPlants({ customers, plants, weather }: Opened, name: string): Promise<Listed[]> {
  const customer = await requireCustomer(customers, name);
  const placed = new Map<string, readonly string[]>();
  for await (const plant of plants.list(customer.id)) {
    placed.set(plant.name, [plantPlace(plant.id), gridPlace(plant)]);
  }
  const states = Map.groupBy(
    await weather.states([...placed.values()].flat()),
    (state) => state.place,
  );
  return [...placed].flatMap(([plant, places]) =>
    places.flatMap((place) => (states.get(place) ?? []).map((state) => ({ name: plant, state }))),
  );
}
