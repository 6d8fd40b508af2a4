import type { Schemas } from '../api/client.ts';
import { texts } from '../i18n/language.ts';

type Event = Schemas['Webhook']['events'][number];

/** What the messages of webhooks report; `test` is what the page sends on request. */
export const t = texts({
  'purchase.completed': ['Purchase completed', 'Compra terminada', 'Compra concluída'],
  'purchase.failed': ['Purchase failed', 'Compra fallida', 'Compra falhada'],
  'purchase.decided': ['Purchase decided', 'Compra decidida', 'Compra decidida'],
  'purchase.replanned': ['Bids made anew', 'Ofertas rehechas', 'Ofertas refeitas'],
  'prices.published': ['Prices published', 'Precios publicados', 'Preços publicados'],
  'prices.revised': ['Prices revised', 'Precios revisados', 'Preços revistos'],
  'prices.late': ['Prices late', 'Precios con retraso', 'Preços com atraso'],
  'gate.closing': ['Gate closing', 'Cierre próximo', 'Fecho próximo'],
  'production.late': ['Production late', 'Producción con retraso', 'Produção com atraso'],
  'forecast.late': ['Forecast late', 'Previsión con retraso', 'Previsão com atraso'],
  'forecast.published': ['Forecast published', 'Previsión publicada', 'Previsão publicada'],
  'deviation.published': ['Deviation published', 'Desvíos publicados', 'Desvios publicados'],
  'deviation.revised': ['Deviation revised', 'Desvíos revisados', 'Desvios revistos'],
  'report.ready': ['Report ready', 'Informe listo', 'Relatório pronto'],
} satisfies Record<Event, readonly [en: string, es: string, pt: string]>);

/** Names an event; one of another release by its code. */
export function eventName(event: string): string {
  return Object.hasOwn(t, event) ? t[event as Event] : event;
}
