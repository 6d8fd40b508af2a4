export { forecastPlant, type PowerDistribution } from './plant-model/forecast-plant.ts';
export { learnPlant } from './plant-model/learn-plant.ts';
export type { PlantHistory } from './plant-model/plant-history.ts';
export {
  decodePlantModel,
  encodePlantModel,
  type PlantModel,
  type PlantTrace,
} from './plant-model/plant-model.ts';
export type { WeatherRun } from './weather/weather-run.ts';
