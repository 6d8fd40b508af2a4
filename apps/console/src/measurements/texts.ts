import { texts } from '../i18n/language.ts';

export const t = texts({
  production: ['Production', 'Producción', 'Produção'],
  consumption: ['Consumption', 'Consumo', 'Consumo'],
  uploadProduction: ['Upload production', 'Subir producción', 'Carregar produção'],
  uploadConsumption: ['Upload consumption', 'Subir consumo', 'Carregar consumo'],
  noPlants: [
    'Production belongs to plants: create a plant first.',
    'La producción pertenece a plantas: cree primero una planta.',
    'A produção pertence a centrais: crie primeiro uma central.',
  ],
  measured: ['Measured', 'Medida', 'Medida'],
  start: ['Start', 'Inicio', 'Início'],
  end: ['End', 'Fin', 'Fim'],
  unit: ['Unit', 'Unidad', 'Unidade'],
  labels: ['A time is', 'Una hora es', 'Uma hora é'],
  labelsEnd: ['the end of its period', 'el final de su periodo', 'o fim do seu período'],
  labelsStart: ['the start of its period', 'el inicio de su periodo', 'o início do seu período'],
  force: ['Implausible power', 'Potencia inverosímil', 'Potência implausível'],
  forceNot: ['is a problem', 'es un problema', 'é um problema'],
  forceRecord: ['is recorded', 'se registra', 'é registada'],
  group: ['Group', 'Grupo', 'Grupo'],
  groupOfFile: [
    'Group (all supply points are summed into it)',
    'Grupo (se suman en él todos los puntos de suministro)',
    'Grupo (todos os pontos de entrega são somados nele)',
  ],
  noGroup: ['(no group)', '(sin grupo)', '(sem grupo)'],
  allGroups: ['All groups', 'Todos los grupos', 'Todos os grupos'],
  sum: [
    'Sum of {count} {count|group|groups}',
    'Suma de {count} {count|grupo|grupos}',
    'Soma de {count} {count|grupo|grupos}',
  ],
  sumHint: [
    'The sum has no value where one of the groups has none. Choose a group to see it alone.',
    'La suma no tiene valor donde falta el de uno de los grupos. Elija un grupo para verlo solo.',
    'A soma não tem valor onde falta o de um dos grupos. Escolha um grupo para o ver sozinho.',
  ],
  rowsInMadrid: [
    'Times in Madrid, as the values would be recorded.',
    'Horas de Madrid, tal como se registrarían los valores.',
    'Horas de Madrid, tal como os valores seriam registados.',
  ],
  warnings: [
    '{count} {count|oddity, which is recorded as it is|oddities, which are recorded as they are}:',
    '{count} {count|anomalía, que se registra|anomalías, que se registran} tal cual:',
    '{count} {count|anomalia, que é registada tal como está|anomalias, que são registadas tal como estão}:',
  ],
  confirm: [
    'Record {count} {count|row|rows}',
    'Registrar {count} {count|fila|filas}',
    'Registar {count} {count|linha|linhas}',
  ],
  recorded: [
    '{count} {count|value|values} recorded, {replaced} of them in place of others.',
    '{count} {count|valor registrado|valores registrados}, {replaced} en lugar de {replaced|otro|otros}.',
    '{count} {count|valor registado|valores registados}, {replaced} em vez de {replaced|outro|outros}.',
  ],
  repeated: [
    'This file was uploaded before: nothing was recorded.',
    'Este fichero ya se subió: no se ha registrado nada.',
    'Este ficheiro já foi carregado: nada foi registado.',
  ],
  takeBackTitle: ['Take {name} back?', '¿Retirar {name}?', 'Retirar {name}?'],
  takeBackText: [
    'Its {count} {count|value no longer counts, and what it|values no longer count, and what they} replaced counts again.',
    '{count|Su valor deja|Sus valores dejan} de contar ({count}), y vuelve a contar lo que {count|sustituyó|sustituyeron}.',
    '{count|O seu valor deixa|Os seus valores deixam} de contar ({count}), e volta a contar o que {count|substituiu|substituíram}.',
  ],
  takenBack: [
    'Taken back: its values no longer count.',
    'Retirado: sus valores ya no cuentan.',
    'Retirado: os seus valores já não contam.',
  ],
  nextDays: [
    'Forecast of the next days',
    'Previsión de los próximos días',
    'Previsão dos próximos dias',
  ],
  atMeters: [
    'At the meters, all groups of the forecast together. The band holds the middle 80 % of each hour.',
    'En contadores, todos los grupos de la previsión juntos. La banda abarca el 80 % central de cada hora.',
    'Nos contadores, todos os grupos da previsão juntos. A banda abrange os 80 % centrais de cada hora.',
  ],
  forecast: ['Solano’s forecast', 'Previsión de Solano', 'Previsão da Solano'],
  download: ['Measured in these days', 'Medido en estos días', 'Medido nestes dias'],
  noConsumption: [
    'Nothing is measured in these days. Upload the file that your meters give.',
    'No hay nada medido en estos días. Suba el fichero que dan sus contadores.',
    'Não há nada medido nestes dias. Carregue o ficheiro que os seus contadores dão.',
  ],
});
