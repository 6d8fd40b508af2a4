/** The door of what jobs do with forecasts, and the command line: the service loads it once it listens. */

export { lateDeliverySchedule } from './late-deliveries/late-deliveries.ts';
export { firstForecastTask } from './own-forecasts/first-forecasts.ts';
export {
  duePlants,
  learningSchedule,
  ownForecastSchedule,
  publishSchedule,
} from './own-forecasts/forecast-schedules.ts';
export { plantsOf } from './own-forecasts/plants-of.ts';
export {
  foreignForecastFiles,
  publishForecasts,
  setPublishing,
  withdrawForecast,
} from './own-forecasts/publish-forecasts.ts';
export { purgeForecastSchedule } from './own-forecasts/purge-forecasts.ts';
export { backFillWeather } from './weather-sources/back-fill-weather.ts';
export { WeatherCollector, weatherSchedule } from './weather-sources/collect-weather.ts';
export { customerPlaces } from './weather-sources/wanted-places.ts';
export { switchWeather } from './weather-sources/weather-switch.ts';
