import { texts } from '../i18n/language.ts';

export const t = texts({
  title: ['Audit', 'Auditoría', 'Auditoria'],
  permission: [
    'scope “Audit log”, audit',
    'ámbito «Auditoría», audit',
    'âmbito «Auditoria», audit',
  ],
  more: ['Older entries', 'Entradas anteriores', 'Entradas anteriores'],
  export: ['Export (CSV)', 'Exportar (CSV)', 'Exportar (CSV)'],
  who: ['Who', 'Quién', 'Quem'],
  what: ['What', 'Qué', 'O quê'],
  target: ['On', 'Sobre', 'Sobre'],
  from: ['Address', 'Dirección', 'Endereço'],
  none: [
    'Nothing has been recorded yet.',
    'Aún no se ha registrado nada.',
    'Ainda nada foi registado.',
  ],
});
