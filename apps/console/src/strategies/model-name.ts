import { texts } from '../i18n/language.ts';

/** The names of the service's models, by their number in outputs. */
export const t = texts({
  1: ['Day-ahead', 'Diario', 'Diário'],
  2: ['Fixed shares', 'Partes fijas', 'Partes fixas'],
  3: ['Cheapest, capped', 'Más baratas con tope', 'Mais baratas com limite'],
  4: ['Mean–variance', 'Media-varianza', 'Média-variância'],
  5: ['CVaR of a day', 'CVaR del día', 'CVaR do dia'],
  6: ['Resale on spreads', 'Reventa por diferencia', 'Revenda por diferença'],
  7: ['Limit bids', 'Ofertas con límite', 'Ofertas com limite'],
  8: ['Hourly rule', 'Regla horaria', 'Regra horária'],
});

/** Names a model by its number and what it does; one of another release by its number. */
export function modelName(idmodel: number): string {
  return `${idmodel} ${t[idmodel as keyof typeof t] ?? ''}`.trim();
}
