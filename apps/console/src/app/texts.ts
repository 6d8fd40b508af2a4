import { texts } from '../i18n/language.ts';

export const t = texts({
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
    'The service does not answer. What you see is as of {time}; the page keeps asking.',
    'El servicio no responde. Lo que ve es de las {time}; la página sigue preguntando.',
    'O serviço não responde. O que vê é das {time}; a página continua a tentar.',
  ],
  unknownChoice: [
    '“{value}” in the address of this page is not known here, and does not count.',
    '«{value}», en la dirección de esta página, no se conoce aquí y no cuenta.',
    '«{value}», no endereço desta página, não é conhecido aqui e não conta.',
  ],
  toDesk: ['To the desk', 'Ir a la mesa', 'Ir para a mesa'],
  unfinished: [
    'The page was loaded again while this was being sent: {what}. Look in its list whether it arrived; if not, send it again: the same file is not recorded twice.',
    'La página se volvió a cargar mientras se enviaba: {what}. Mire en su lista si llegó; si no, envíelo de nuevo: el mismo fichero no se registra dos veces.',
    'A página foi recarregada durante o envio: {what}. Veja na sua lista se chegou; se não, envie de novo: o mesmo ficheiro não é registado duas vezes.',
  ],
  understood: ['Understood', 'Entendido', 'Entendido'],
  notFound: ['There is no such page.', 'No existe esa página.', 'Essa página não existe.'],
});
