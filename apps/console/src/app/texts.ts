import { texts } from '../i18n/language.ts';

export const t = texts({
  overview: ['Overview', 'Resumen', 'Resumo'],
  plants: ['Plants', 'Plantas', 'Centrais'],
  outages: ['Outages', 'Indisponibilidades', 'Indisponibilidades'],
  forecasts: ['Forecasts', 'Previsiones', 'Previsões'],
  prices: ['Prices', 'Precios', 'Preços'],
  purchases: ['Purchases', 'Compras', 'Compras'],
  strategies: ['Strategies', 'Estrategias', 'Estratégias'],
  keys: ['Keys and hooks', 'Claves y webhooks', 'Chaves e webhooks'],
  service: ['Service', 'Servicio', 'Serviço'],
  menu: ['Menu', 'Menú', 'Menu'],
  pages: ['Pages', 'Páginas', 'Páginas'],
  skip: ['Skip to content', 'Ir al contenido', 'Saltar para o conteúdo'],
  language: ['Language', 'Idioma', 'Idioma'],
  theme: ['Colours', 'Colores', 'Cores'],
  auto: ['As the system', 'Como el sistema', 'Como o sistema'],
  light: ['Light', 'Claro', 'Claro'],
  dark: ['Dark', 'Oscuro', 'Escuro'],
  signOut: ['Sign out', 'Cerrar sesión', 'Terminar sessão'],
  api: ['API documentation', 'Documentación de la API', 'Documentação da API'],
  unreachable: [
    'The service does not answer. What you see may be out of date; the page keeps asking.',
    'El servicio no responde. Lo que ve puede no estar al día; la página sigue preguntando.',
    'O serviço não responde. O que vê pode não estar atual; a página continua a tentar.',
  ],
  notFound: ['There is no such page.', 'No existe esa página.', 'Essa página não existe.'],
});
