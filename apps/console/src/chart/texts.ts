import { texts } from '../i18n/language.ts';

export const t = texts({
  earlier: ['Earlier', 'Antes', 'Antes'],
  later: ['Later', 'Después', 'Depois'],
  zoomIn: ['Zoom in', 'Ampliar', 'Ampliar'],
  zoomOut: ['Zoom out', 'Reducir', 'Reduzir'],
  whole: ['Show all', 'Ver todo', 'Ver tudo'],
  keys: [
    'Arrow keys move through the periods, + and − zoom, Page Up and Page Down pan.',
    'Las flechas recorren los periodos, + y − amplían y reducen, Re Pág y Av Pág desplazan.',
    'As setas percorrem os períodos, + e − ampliam e reduzem, Page Up e Page Down deslocam.',
  ],
});
