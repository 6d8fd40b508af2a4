import { texts } from '../i18n/language.ts';

export const t = texts({
  tableOf: [
    'Table of the bids of {model}',
    'Tabla de las ofertas de {model}',
    'Tabela das ofertas de {model}',
  ],
  plan: ['Plan', 'Plan', 'Plano'],
  session: ['Session', 'Sesión', 'Sessão'],
  bought: ['Bought MWh', 'MWh comprados', 'MWh comprados'],
  price: ['Price EUR/MWh', 'Precio EUR/MWh', 'Preço EUR/MWh'],
  revised: ['Revised EUR/MWh', 'EUR/MWh revisados', 'EUR/MWh revistos'],
  cost: ['Cost EUR', 'Coste EUR', 'Custo EUR'],
  open: ['open', 'abierta', 'aberta'],
  bid: ['bid, waiting for the result', 'ofertada, a la espera', 'com oferta, à espera'],
  cleared: ['cleared', 'casada', 'casada'],
  cancelled: ['cancelled', 'cancelada', 'cancelada'],
  late: ['late: as predicted', 'con retraso: según lo previsto', 'com atraso: como previsto'],
  next: [
    'Next: {session} for {day}, until {time}.',
    'Siguiente: {session} para el {day}, hasta {time}.',
    'Seguinte: {session} para {day}, até {time}.',
  ],
  waiting: [
    'Its bids follow the result of the session before.',
    'Se oferta tras el resultado de la sesión anterior.',
    'Oferta-se após o resultado da sessão anterior.',
  ],
  left: ['{mwh} MWh are left.', 'Quedan {mwh} MWh.', 'Restam {mwh} MWh.'],
  bids: ['Next bids', 'Próximas ofertas', 'Próximas ofertas'],
  periodEnd: ['Period until', 'Periodo hasta', 'Período até'],
  bidsOf: ['Bids of {model}:', 'Ofertas de {model}:', 'Ofertas de {model}:'],
  limit: ['Limit EUR/MWh', 'Límite EUR/MWh', 'Limite EUR/MWh'],
  steps: ['MW up to the price', 'MW hasta el precio', 'MW até ao preço'],
  unlimited: ['at any price', 'a cualquier precio', 'a qualquer preço'],
  sells: ['sell, from the price on', 'vender, desde el precio', 'vender, desde o preço'],
});
