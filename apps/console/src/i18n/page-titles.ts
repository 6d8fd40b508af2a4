import { texts } from './language.ts';

/** The titles of the pages by their names in addresses. */
export const pageTitles = texts({
  desk: ['Desk', 'Mesa', 'Mesa'],
  plants: ['Plants', 'Plantas', 'Centrais'],
  outages: ['Outages', 'Indisponibilidades', 'Indisponibilidades'],
  forecasts: ['Forecasts', 'Previsiones', 'Previsões'],
  production: ['Production', 'Producción', 'Produção'],
  consumption: ['Consumption', 'Consumo', 'Consumo'],
  prices: ['Prices', 'Precios', 'Preços'],
  purchases: ['Purchases', 'Compras', 'Compras'],
  deviation: ['Deviation', 'Desvíos', 'Desvios'],
  strategies: ['Strategies', 'Estrategias', 'Estratégias'],
  keys: ['Keys and hooks', 'Claves y webhooks', 'Chaves e webhooks'],
  service: ['Service', 'Servicio', 'Serviço'],
});
