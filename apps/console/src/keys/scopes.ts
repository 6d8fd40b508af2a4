import type { Schemas } from '../api/client.ts';
import { texts } from '../i18n/language.ts';

type Scope = Schemas['Session']['scopes'][number];

/** What a key with a scope may do. */
export const t = texts({
  read: ['Read all but prices', 'Consultar todo menos precios', 'Consultar tudo menos preços'],
  plants: ['Plants and outages', 'Plantas e indisponibilidades', 'Centrais e indisponibilidades'],
  purchases: [
    'Purchases, trades and strategies',
    'Compras, operaciones y estrategias',
    'Compras, operações e estratégias',
  ],
  uploads: ['Outage files', 'Ficheros de indisponibilidades', 'Ficheiros de indisponibilidades'],
  prices: ['Prices', 'Precios', 'Preços'],
  keys: ['Keys', 'Claves', 'Chaves'],
  webhooks: ['Webhooks', 'Webhooks', 'Webhooks'],
  audit: ['Audit log', 'Auditoría', 'Auditoria'],
  operator: ['Service and customers', 'Servicio y clientes', 'Serviço e clientes'],
} satisfies Record<Scope, readonly [en: string, es: string, pt: string]>);
