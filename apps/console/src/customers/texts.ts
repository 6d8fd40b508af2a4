import { texts } from '../i18n/language.ts';

export const t = texts({
  title: ['Customers', 'Clientes', 'Clientes'],
  customer: ['Customer', 'Cliente', 'Cliente'],
  // The page of the service has the same in a file of its own, which is not to be loaded here.
  permission: [
    'scope “Service and customers”, operator',
    'ámbito «Servicio y clientes», operator',
    'âmbito «Serviço e clientes», operator',
  ],
  none: ['There are no customers.', 'No hay clientes.', 'Não há clientes.'],
  add: ['Add a customer', 'Añadir un cliente', 'Acrescentar um cliente'],
  name: ['Name', 'Nombre', 'Nome'],
  folder: ['Forecast files', 'Ficheros de previsiones', 'Ficheiros de previsões'],
  withFolder: [
    'With a folder for forecast files',
    'Con una carpeta para ficheros de previsiones',
    'Com uma pasta para ficheiros de previsões',
  ],
  validKeys: ['Valid keys', 'Claves activas', 'Chaves ativas'],
  lastUsed: ['Last used', 'Último uso', 'Último uso'],
  prices: ['Prices', 'Precios', 'Preços'],
  permitted: ['permitted', 'permitidos', 'permitidos'],
  notPermitted: ['not permitted', 'no permitidos', 'não permitidos'],
  permit: ['Permit prices', 'Permitir precios', 'Permitir preços'],
  forbid: ['Withdraw prices', 'Denegar precios', 'Negar preços'],
  nowPermitted: [
    '{name} may read prices.',
    '{name} puede consultar precios.',
    '{name} pode consultar preços.',
  ],
  nowForbidden: [
    '{name} may not read prices any more.',
    '{name} ya no puede consultar precios.',
    '{name} já não pode consultar preços.',
  ],
});
