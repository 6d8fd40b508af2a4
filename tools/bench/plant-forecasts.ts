// Walks forward over real wind and solar plants: learns each month from what was known, forecasts each day at the
// weather run of 00:00 UTC, and prints the errors. docs/plant-forecasts.md has its results.
//
//   node tools/bench/plant-forecasts.ts [--data ../shared/data/plant-forecasting] [--technology wind|solar]
//     [--months 2013-01,2013-02] [--plants 1,2] [--after 0,5] [--first 24]
//
// --after: hours after the run at which forecasts are made, --first: how many hours of each are judged.
import { parseArgs } from 'node:util';
import type { PlantHistory } from '@solano/domain/forecasting';
import { forecastPlant, learnPlant, type PlantModel } from '@solano/domain/forecasting/models';
import { DAY_MS, HOUR_MS } from '@solano/domain/kernel';
import { readPlants, type Technology } from './plant-forecasts/competition.ts';
import { Figures } from './plant-forecasts/figures.ts';

const MONTHS = {
  wind: ['2013-01', '2013-02', '2013-03', '2013-04', '2013-05', '2013-06'],
  solar: ['2012-11', '2012-12', '2013-01'],
};

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/plant-forecasting' },
    technology: { type: 'string', default: 'wind' },
    months: { type: 'string' },
    plants: { type: 'string' },
    after: { type: 'string', default: '0' },
    first: { type: 'string', default: '24' },
  },
});
const technology = values.technology as Technology;
const months = values.months?.split(',') ?? MONTHS[technology];
const all = readPlants(values.data, technology);
const plants =
  values.plants?.split(',').map((number) => all[Number(number) - 1] as PlantHistory) ?? all;
const delays = values.after.split(',').map((hours) => Number(hours) * HOUR_MS);

const overall = new Figures();
for (const month of months) {
  const figures = new Figures();
  for (const history of plants) forecastMonth(history, month, figures);
  console.log(figures.line(month));
  overall.addMonth(figures);
}
console.log(overall.line('mean'));

function forecastMonth(history: PlantHistory, month: string, figures: Figures): void {
  const from = Date.parse(`${month}-01T00:00:00Z`);
  const to = Date.UTC(new Date(from).getUTCFullYear(), new Date(from).getUTCMonth() + 1);
  const begun = performance.now();
  const model = learnPlant(history, from);
  figures.learnSeconds += (performance.now() - begun) / 1000;
  for (let run = from; run < to; run += DAY_MS) {
    for (const delay of delays) forecastAt(history, model, run + delay, figures);
  }
}

function forecastAt(
  history: PlantHistory,
  model: PlantModel | undefined,
  at: number,
  figures: Figures,
): void {
  const begun = performance.now();
  const learned = forecastPlant(model, history, at);
  figures.forecastSeconds += (performance.now() - begun) / 1000;
  const physical = forecastPlant(undefined, history, at);
  if (learned && physical) figures.add(history, learned, physical, Number(values.first));
}
