import { texts } from '../i18n/language.ts';

export const t = texts({
  selected: [
    '{count} of {total} selected',
    '{count} de {total} {count|seleccionada|seleccionadas}',
    '{count} de {total} {count|selecionada|selecionadas}',
  ],
  selectHint: [
    'Select rows with their boxes, or with Space; with Shift, all rows between.',
    'Seleccione filas con sus casillas o con la barra espaciadora; con Mayús, todas las intermedias.',
    'Selecione linhas com as suas caixas ou com a barra de espaço; com Shift, todas as intermédias.',
  ],
  change: ['Change selected', 'Modificar las seleccionadas', 'Alterar as selecionadas'],
  delete: ['Delete selected', 'Eliminar las seleccionadas', 'Eliminar as selecionadas'],
  title: [
    'Change {count} {count|outage|outages}',
    'Modificar {count} {count|indisponibilidad|indisponibilidades}',
    'Alterar {count} {count|indisponibilidade|indisponibilidades}',
  ],
  unchanged: ['As it is', 'Como está', 'Como está'],
  emptyHint: [
    'What is left empty stays as it is.',
    'Lo que se deja vacío no cambia.',
    'O que fica vazio não muda.',
  ],
  shift: ['Move by', 'Mover', 'Mover'],
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
  unfinished: [
    '{count} {count|outage|outages}',
    '{count} {count|indisponibilidad|indisponibilidades}',
    '{count} {count|indisponibilidade|indisponibilidades}',
  ],
  working: ['{ended} of {count} …', '{ended} de {count} …', '{ended} de {count} …'],
  changed: [
    '{count} changed.',
    '{count} {count|modificada|modificadas}.',
    '{count} {count|alterada|alteradas}.',
  ],
  deleted: [
    '{count} deleted.',
    '{count} {count|eliminada|eliminadas}.',
    '{count} {count|eliminada|eliminadas}.',
  ],
  restored: [
    '{count} as {count|it was|they were} before.',
    '{count} como {count|estaba|estaban} antes.',
    '{count} como {count|estava|estavam} antes.',
  ],
  recreated: [
    '{count} {count|is|are} there again, with the same values, as {count|a new record|new records}.',
    '{count} {count|restaurada|restauradas} con los mismos valores, como {count|registro nuevo|registros nuevos}.',
    '{count} {count|reposta|repostas} com os mesmos valores, como {count|registo novo|registos novos}.',
  ],
  failed: [
    '{count} {count|was not: it is as it was|were not: they are as they were}.',
    '{count} no: {count|sigue como estaba|siguen como estaban}.',
    '{count} não: {count|continua como estava|continuam como estavam}.',
  ],
  reason: ['Reason', 'Motivo', 'Motivo'],
});
