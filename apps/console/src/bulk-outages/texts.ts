import { texts } from '../i18n/language.ts';

export const t = texts({
  selected: [
    '{count} of {total} selected',
    '{count} de {total} seleccionadas',
    '{count} de {total} selecionadas',
  ],
  selectHint: [
    'Select rows with their boxes, or with Space; with Shift, all rows between.',
    'Seleccione filas con sus casillas o con la barra espaciadora; con Mayús, todas las intermedias.',
    'Selecione linhas com as suas caixas ou com a barra de espaço; com Shift, todas as intermédias.',
  ],
  change: ['Edit selected', 'Editar las seleccionadas', 'Editar as selecionadas'],
  delete: ['Remove selected', 'Quitar las seleccionadas', 'Remover as selecionadas'],
  title: [
    'Change {count} outages',
    'Modificar {count} indisponibilidades',
    'Alterar {count} indisponibilidades',
  ],
  unchanged: ['As it is', 'Como está', 'Como está'],
  emptyHint: [
    'What is left empty stays as it is.',
    'Lo que se deja vacío no cambia.',
    'O que fica vazio não muda.',
  ],
  shift: ['Move by', 'Desplazar', 'Deslocar'],
  shiftHint: ['−2 is earlier', '−2 es antes', '−2 é mais cedo'],
  shiftUnit: ['Unit of time', 'Unidad de tiempo', 'Unidade de tempo'],
  minutes: ['minutes', 'minutos', 'minutos'],
  hours: ['hours', 'horas', 'horas'],
  days: ['days, at the same time of day', 'días, a la misma hora', 'dias, à mesma hora'],
  endsNow: ['End now', 'Terminar ahora', 'Terminar agora'],
  nothingEntered: [
    'Nothing is to change: enter something.',
    'Nada va a cambiar: indique algo.',
    'Nada vai mudar: indique algo.',
  ],
  notGoingOn: [
    '{plant}: it is not going on now, so it cannot end now.',
    '{plant}: no está en curso, así que no puede terminar ahora.',
    '{plant}: não está a decorrer, por isso não pode terminar agora.',
  ],
  unfinished: ['{count} outages', '{count} indisponibilidades', '{count} indisponibilidades'],
  working: ['{ended} of {count} …', '{ended} de {count} …', '{ended} de {count} …'],
  changed: ['{count} changed.', '{count} modificadas.', '{count} alteradas.'],
  deleted: ['{count} deleted.', '{count} eliminadas.', '{count} eliminadas.'],
  restored: [
    '{count} as they were before.',
    '{count} como estaban antes.',
    '{count} como estavam antes.',
  ],
  failed: [
    '{count} were not: they are as they were.',
    '{count} no: siguen como estaban.',
    '{count} não: continuam como estavam.',
  ],
  reason: ['Reason', 'Motivo', 'Motivo'],
});
