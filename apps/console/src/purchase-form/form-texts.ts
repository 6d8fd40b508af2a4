import { texts } from '../i18n/language.ts';

/** Words of the forms that take a series: on pages of their own, and not needed before these are opened. */
export const words = texts({
  series: ['Cells: datetime and MW', 'Celdas: fecha y hora, y MW', 'Células: data e hora, e MW'],
  pasteHint: [
    'Copy the columns from the spreadsheet, with or without a header, and paste them here: date and time (24/11/2026 20:15, on the clock of Madrid) and MW, or date, hour (1 to 24) and MW. Nothing is stored before you submit.',
    'Copie las columnas de la hoja de cálculo, con o sin cabecera, y péguelas aquí: fecha y hora (24/11/2026 20:15, hora de Madrid) y MW, o bien fecha, hora (1 a 24) y MW. Nada se guarda antes de enviar.',
    'Copie as colunas da folha de cálculo, com ou sem cabeçalho, e cole-as aqui: data e hora (24/11/2026 20:15, hora de Madrid) e MW, ou data, hora (1 a 24) e MW. Nada é guardado antes de enviar.',
  ],
  labels: ['A datetime is', 'La fecha y hora es', 'A data e hora é'],
  labelsEnd: ['the end of its period', 'el final del periodo', 'o fim do período'],
  labelsStart: ['the start of its period', 'el inicio del periodo', 'o início do período'],
  labelsUnsaid: ['Not chosen: the end.', 'Sin elegir: el final.', 'Sem escolha: o fim.'],
  found: [
    '{count} {count|period|periods} of {minutes} {minutes|minute|minutes}, {mwh} MWh, from {start} to {end}',
    '{count} {count|periodo|periodos} de {minutes} {minutes|minuto|minutos}, {mwh} MWh, del {start} al {end}',
    '{count} {count|período|períodos} de {minutes} {minutes|minuto|minutos}, {mwh} MWh, de {start} a {end}',
  ],
  dayBefore: [
    'The first period is the last one of {day}, alone on its day. Are the times the starts of their periods?',
    'El primer periodo es el último del {day}, el único de ese día. ¿Son las horas el inicio de sus periodos?',
    'O primeiro período é o último de {day}, o único desse dia. As horas são o início dos seus períodos?',
  ],
  areStarts: ['They are starts', 'Son inicios', 'São inícios'],
  gaps: [
    'Between the first and the last period {hours} h have no row: nothing is bought there. Every period is {minutes} minutes long, the shortest distance between two times.',
    'Entre el primer y el último periodo hay {hours} h sin fila: en ellas no se compra nada. Todos los periodos duran {minutes} minutos, la menor distancia entre dos horas.',
    'Entre o primeiro e o último período há {hours} h sem linha: nelas nada é comprado. Todos os períodos duram {minutes} minutos, a menor distância entre duas horas.',
  ],
  delivered: [
    'All of it has been delivered already: no session is open for it.',
    'Todo ello ya se ha entregado: ninguna sesión está abierta.',
    'Tudo já foi entregue: nenhuma sessão está aberta.',
  ],
  chosenFile: [
    '{name} is sent as it is. Its columns: date and time, or date and hour (1 to 24), and MW.',
    '{name} se envía tal cual. Sus columnas: fecha y hora y MW, o bien fecha, hora (1 a 24) y MW.',
    '{name} é enviado tal como está. As suas colunas: data e hora e MW, ou data, hora (1 a 24) e MW.',
  ],
  removeFile: ['Leave the file out', 'Quitar el fichero', 'Remover o ficheiro'],
  sayWho: [
    'Say for which user and retailer it is.',
    'Indique para qué usuario y comercializadora es.',
    'Indique para que utilizador e comercializador é.',
  ],
  preview: ['What will be submitted', 'Lo que se enviará', 'O que será enviado'],
});
