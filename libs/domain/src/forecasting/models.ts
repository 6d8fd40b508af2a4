/** The door of what learns plants and forecasts their power: threads and benches load it, a start does not. */

export { forecastPortfolio } from './consumption-forecasts/forecast-portfolio.ts';
export { scoreConsumption } from './consumption-forecasts/score-consumption.ts';
export {
  type ConsumptionDay,
  forecastConsumption,
} from './consumption-model/forecast-consumption.ts';
export { runForecastTask } from './own-forecasts/forecast-task.ts';
export { forecastPlant } from './plant-model/forecast-plant.ts';
export { learnPlant } from './plant-model/learn-plant.ts';
export type { PlantModel } from './plant-model/plant-model.ts';
export { sumForecasts } from './portfolio-forecasts/sum-forecasts.ts';
export { scoreForecasts } from './scores/score.ts';
