import type { Schemas } from '../api/client.ts';
import { texts } from '../i18n/language.ts';

/** Every reason in all languages, with the parameters of its code in braces. */
export const reasons = texts({
  unreadable: [
    'the file cannot be read: {detail}',
    'no se puede leer el fichero: {detail}',
    'não é possível ler o ficheiro: {detail}',
  ],
  quotes: [
    'a quotation mark (") is not closed, or stands within a text: correct it from this row on',
    'unas comillas (") no se cierran o están dentro de un texto: corríjalas a partir de esta fila',
    'há aspas (") por fechar ou dentro de um texto: corrija-as a partir desta linha',
  ],
  too_many_fields: [
    'a row has more than {max} fields',
    'una fila tiene más de {max} campos',
    'uma linha tem mais de {max} campos',
  ],
  no_header: [
    'none of the first {lines} rows names the columns',
    'ninguna de las primeras {lines} filas nombra las columnas',
    'nenhuma das primeiras {lines} linhas indica as colunas',
  ],
  unknown_encoding: [
    'the encoding of the file is not recognised: save it as CSV UTF-8 or as .xlsx',
    'no se reconoce la codificación del fichero: guárdelo como CSV UTF-8 o como .xlsx',
    'a codificação do ficheiro não é reconhecida: guarde-o como CSV UTF-8 ou como .xlsx',
  ],
  not_text: [
    'the file is not text: save it as CSV or as .xlsx',
    'el fichero no es texto: guárdelo como CSV o como .xlsx',
    'o ficheiro não é texto: guarde-o como CSV ou como .xlsx',
  ],
  old_workbook: [
    'the file is an old .xls or has a password: save it as .xlsx without one',
    'el fichero es un .xls antiguo o tiene contraseña: guárdelo como .xlsx sin ella',
    'o ficheiro é um .xls antigo ou tem palavra-passe: guarde-o como .xlsx sem ela',
  ],
  bad_workbook: [
    'the workbook cannot be read: save it as .xlsx again',
    'no se puede leer el libro: vuelva a guardarlo como .xlsx',
    'não é possível ler o livro: volte a guardá-lo como .xlsx',
  ],
  several_sheets: [
    'several sheets could be meant: {sheets}; keep one',
    'podrían ser varias hojas: {sheets}; deje una',
    'podem ser várias folhas: {sheets}; deixe uma',
  ],
  no_rows: ['there are no rows', 'no hay filas', 'não há linhas'],
  too_many_rows: [
    'there are more than {max} rows',
    'hay más de {max} filas',
    'há mais de {max} linhas',
  ],
  row_length: [
    'the row has {count} {count|field|fields}, the header {expected}',
    'la fila tiene {count} {count|campo|campos} y la cabecera {expected}',
    'a linha tem {count} {count|campo|campos} e o cabeçalho {expected}',
  ],
  unknown_column: [
    'the column is not one of this kind of file',
    'la columna no es de este tipo de fichero',
    'a coluna não é deste tipo de ficheiro',
  ],
  column_missing: ['the column is missing', 'falta la columna', 'falta a coluna'],
  plant_column_missing: [
    'the column is missing: add it, or choose the plant',
    'falta la columna: añádala o elija la planta',
    'falta a coluna: acrescente-a ou escolha a central',
  ],
  column_repeated: [
    'says the same as column {column}: keep one',
    'dice lo mismo que la columna {column}: deje una',
    'diz o mesmo que a coluna {column}: deixe uma',
  ],
  no_unit: ['says no unit', 'no indica la unidad', 'não indica a unidade'],
  other_unit: ['is not in {unit}', 'no está en {unit}', 'não está em {unit}'],
  other_zone_than_start: [
    'is in another time zone than the start',
    'está en otra zona horaria que el inicio',
    'está noutro fuso horário que o início',
  ],
  zone_contradicts: [
    'says {zone}, where you chose {requested}',
    'indica {zone} y usted eligió {requested}',
    'indica {zone} e escolheu {requested}',
  ],
  missing: ['is empty', 'está vacía', 'está vazia'],
  blank: ['is empty', 'está vacía', 'está vazia'],
  too_long: [
    'has more than {max} characters',
    'tiene más de {max} caracteres',
    'tem mais de {max} caracteres',
  ],
  not_storable: [
    'holds a character that cannot be kept',
    'contiene un carácter que no se puede guardar',
    'contém um carácter que não pode ser guardado',
  ],
  not_a_choice: ['is not one of {choices}', 'no es uno de {choices}', 'não é um de {choices}'],
  repeated: ['repeats row {line}', 'repite la fila {line}', 'repete a linha {line}'],
  not_a_number: ['is not a number', 'no es un número', 'não é um número'],
  not_megawatts: ['is not a number (MW)', 'no es un número (MW)', 'não é um número (MW)'],
  not_a_decimal: ['is not a number', 'no es un número', 'não é um número'],
  ambiguous_number: [
    'could be {grouped} or {decimal}: choose the decimal sign',
    'podría ser {grouped} o {decimal}: elija el signo decimal',
    'pode ser {grouped} ou {decimal}: escolha o sinal decimal',
  ],
  mark_of_request: [
    'has the decimal sign “{mark}”, where you chose “{expected}”',
    'tiene el signo decimal «{mark}» y usted eligió «{expected}»',
    'tem o sinal decimal «{mark}» e escolheu «{expected}»',
  ],
  mark_of_line: [
    'has the decimal sign “{mark}”, where row {line} has “{expected}”',
    'tiene el signo decimal «{mark}» y la fila {line} tiene «{expected}»',
    'tem o sinal decimal «{mark}» e a linha {line} tem «{expected}»',
  ],
  percentage: [
    'is a percentage, where the unit is {unit}',
    'es un porcentaje y la unidad es {unit}',
    'é uma percentagem e a unidade é {unit}',
  ],
  date_for_number: [
    'is a date, not a number',
    'es una fecha, no un número',
    'é uma data, não um número',
  ],
  too_many_decimals: [
    'has more than {max} decimals',
    'tiene más de {max} decimales',
    'tem mais de {max} casas decimais',
  ],
  below: ['is below {min}', 'es menor que {min}', 'é menor que {min}'],
  above: ['is above {max}', 'es mayor que {max}', 'é maior que {max}'],
  above_nominal: [
    'is above the plant’s nominal capacity of {nominal} MW',
    'supera la potencia nominal de la planta, {nominal} MW',
    'excede a potência nominal da central, {nominal} MW',
  ],
  not_a_time: ['is not a date and time', 'no es una fecha y hora', 'não é uma data e hora'],
  not_iso: ['is not a date and time', 'no es una fecha y hora', 'não é uma data e hora'],
  no_year: [
    'has no year of four digits',
    'no tiene un año de cuatro cifras',
    'não tem um ano de quatro algarismos',
  ],
  no_time_of_day: ['has no time of day', 'no tiene hora', 'não tem hora'],
  ambiguous_date: [
    'could be day and month or month and day: choose the order of dates',
    'podría ser día y mes o mes y día: elija el orden de fechas',
    'pode ser dia e mês ou mês e dia: escolha a ordem das datas',
  ],
  order_of_request: [
    'is no date in the order that you chose',
    'no es una fecha en el orden que eligió',
    'não é uma data na ordem que escolheu',
  ],
  order_of_line: [
    'is no date in the order of row {line}',
    'no es una fecha en el orden de la fila {line}',
    'não é uma data na ordem da linha {line}',
  ],
  seconds: [
    'has seconds, where minutes are meant',
    'tiene segundos y se esperan minutos',
    'tem segundos e esperam-se minutos',
  ],
  never_shown: [
    'the clock of {zone} never shows this time',
    'el reloj de {zone} no muestra nunca esta hora',
    'o relógio de {zone} nunca mostra esta hora',
  ],
  skipped: [
    'the clock never shows this time',
    'el reloj no muestra nunca esta hora',
    'o relógio nunca mostra esta hora',
  ],
  not_a_zone: [
    'is not a time zone such as Europe/Madrid',
    'no es una zona horaria como Europe/Madrid',
    'não é um fuso horário como Europe/Lisbon',
  ],
  no_zone: [
    'of which time zone? Choose it, or name it in the header',
    '¿de qué zona horaria? Elíjala o indíquela en la cabecera',
    'de que fuso horário? Escolha-o ou indique-o no cabeçalho',
  ],
  zone_of_header: [
    'is a time of {zone} by its header, where you chose {requested}',
    'es una hora de {zone} según su cabecera y usted eligió {requested}',
    'é uma hora de {zone} segundo o cabeçalho e escolheu {requested}',
  ],
  not_after: ['is not after {column}', 'no es posterior a {column}', 'não é posterior a {column}'],
  unknown_plant: [
    'is none of your plants',
    'no es ninguna de sus plantas',
    'não é nenhuma das suas centrais',
  ],
  other_plant: [
    'is not the plant chosen, {plant}',
    'no es la planta elegida, {plant}',
    'não é a central escolhida, {plant}',
  ],
  repeated_outage: [
    'repeats plant, start, end and type of row {line}',
    'repite planta, inicio, fin y tipo de la fila {line}',
    'repete central, início, fim e tipo da linha {line}',
  ],
  unit_contradicts: [
    'is another unit than {unit}, which the header says',
    'es otra unidad que {unit}, la de la cabecera',
    'é outra unidade que {unit}, a do cabeçalho',
  ],
  outside_window: [
    'is outside the days to replace',
    'está fuera de los días que se sustituyen',
    'está fora dos dias a substituir',
  ],
  other_local_time: [
    'differs from {column}: change both, or clear the local time',
    'es otra hora que {column}: cambie ambas o vacíe las locales',
    'é outra hora que {column}: altere ambas ou esvazie as locais',
  ],
  repeated_time: ['this time is there already', 'esta hora ya está', 'esta hora já existe'],
  repeated_time_of_line: [
    'repeats the time of row {line}',
    'repite la hora de la fila {line}',
    'repete a hora da linha {line}',
  ],
  repeated_backwards: [
    'repeats a time in a file that runs backwards: sort it',
    'repite una hora en un fichero en orden inverso: ordénelo',
    'repete uma hora num ficheiro por ordem inversa: ordene-o',
  ],
  second_of_two: [
    'is the second of two equal times of this day, without the first',
    'es la segunda de dos horas iguales de este día, sin la primera',
    'é a segunda de duas horas iguais deste dia, sem a primeira',
  ],
  too_many_values: [
    'is beyond the {max} values that a file may have',
    'supera los {max} valores que puede tener un fichero',
    'excede os {max} valores que um ficheiro pode ter',
  ],
  no_unit_said: [
    'says no unit: choose it, or say it in the header, such as MW',
    'no indica la unidad: elíjala o indíquela en la cabecera, como MW',
    'não indica a unidade: escolha-a ou indique-a no cabeçalho, como MW',
  ],
  no_zone_said: [
    'is a local time: choose its zone, or say it in the header',
    'es una hora local: elija su zona o indíquela en la cabecera',
    'é uma hora local: escolha o seu fuso ou indique-o no cabeçalho',
  ],
  hour_zero: [
    'counts hours from 0: choose whether they are starts or ends',
    'cuenta las horas desde 0: elija si son inicios o finales',
    'conta as horas a partir de 0: escolha se são inícios ou fins',
  ],
  not_an_hour: ['is not an hour of the day', 'no es una hora del día', 'não é uma hora do dia'],
  off_grid: [
    'is not at a multiple of five minutes',
    'no está en un múltiplo de cinco minutos',
    'não está num múltiplo de cinco minutos',
  ],
  odd_period: [
    'has a period of {minutes} {minutes|minute|minutes}: it may be 5, 10, 15, 30 or 60',
    'tiene un periodo de {minutes} {minutes|minuto|minutos}: puede ser 5, 10, 15, 30 o 60',
    'tem um período de {minutes} {minutes|minuto|minutos}: pode ser 5, 10, 15, 30 ou 60',
  ],
  other_period: [
    'is {minutes} {minutes|minute|minutes} after the time before, as others are, where the file has {step}: give start and end, or send the parts apart',
    'está {minutes} {minutes|minuto|minutos} después de la hora anterior, como otras, y el fichero es de {step}: indique inicio y fin, o envíe las partes por separado',
    'está {minutes} {minutes|minuto|minutos} depois da hora anterior, como outras, e o ficheiro é de {step}: indique início e fim, ou envie as partes em separado',
  ],
  overlaps: [
    'overlaps the period of row {line}',
    'se solapa con el periodo de la fila {line}',
    'sobrepõe-se ao período da linha {line}',
  ],
  in_future: [
    'is of a period that is not over',
    'es de un periodo que no ha terminado',
    'é de um período que não terminou',
  ],
  implausible: [
    'is {mw} MW, where the plant has {installed} MW installed',
    'es {mw} MW y la planta tiene {installed} MW instalados',
    'é {mw} MW e a central tem {installed} MW instalados',
  ],
  not_a_season: [
    'is not a flag of summer or winter',
    'no es una marca de verano o invierno',
    'não é uma marca de verão ou inverno',
  ],
  either_pass: [
    'is {label}, which may be of either pass of the repeated hour: write offsets, UTC, or a column of summer or winter',
    'es {label}, que puede ser de cualquiera de las dos horas repetidas: indique el desfase, UTC o una columna de verano o invierno',
    'é {label}, que pode ser de qualquer das duas passagens da hora repetida: indique o desfasamento, UTC ou uma coluna de verão ou inverno',
  ],
  unknown_session: [
    'is not a session: MD, MID1, MID2, MID3, MIC (continuous) or BIL (bilateral)',
    'no es una sesión: MD, MID1, MID2, MID3, MIC (continuo) o BIL (bilateral)',
    'não é uma sessão: MD, MID1, MID2, MID3, MIC (contínuo) ou BIL (bilateral)',
  ],
  no_market_period: [
    'has a period of {minutes} {minutes|minute|minutes}: it may be 15, 30 or 60',
    'tiene un periodo de {minutes} {minutes|minuto|minutos}: puede ser de 15, 30 o 60',
    'tem um período de {minutes} {minutes|minuto|minutos}: pode ser de 15, 30 ou 60',
  ],
  off_period: [
    'does not begin at a multiple of its {minutes} minutes',
    'no empieza en un múltiplo de sus {minutes} minutos',
    'não começa num múltiplo dos seus {minutes} minutos',
  ],
  no_market_year: [
    'is of {year}: trades are of the years 1998 to 2099',
    'es de {year}: las operaciones son de los años 1998 a 2099',
    'é de {year}: as operações são dos anos 1998 a 2099',
  ],
  no_period_shown: [
    'is of {session}, whose times are too few to show a period, in a file with periods of {step} minutes: give start and end',
    'es de {session}, cuyas horas son demasiado pocas para mostrar un periodo, en un fichero con periodos de {step} minutos: indique inicio y fin',
    'é de {session}, cujas horas são demasiado poucas para mostrar um período, num ficheiro com períodos de {step} minutos: indique início e fim',
  ],
  not_a_side: [
    'is neither a purchase nor a sale',
    'no es ni una compra ni una venta',
    'não é nem uma compra nem uma venda',
  ],
  bought_negative: [
    'is negative, where the row is a purchase',
    'es negativo, y la fila es una compra',
    'é negativo, e a linha é uma compra',
  ],
} satisfies Record<Schemas['FileProblem']['code'], readonly [en: string, es: string, pt: string]>);
