/** The door of what reads files: the command line loads it, a start does not. */
export { type ImportedWeather, importWeather } from './weather/import-weather.ts';
