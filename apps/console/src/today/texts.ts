import { texts } from '../i18n/language.ts';

export const t = texts({
  title: ['Desk', 'Mesa', 'Mesa'],
  choose: [
    'Choose a user and a retailer to see their day.',
    'Elija un usuario y una comercializadora para ver su día.',
    'Escolha um utilizador e um comercializador para ver o seu dia.',
  ],
  tomorrow: ['Tomorrow, {day}', 'Mañana, {day}', 'Amanhã, {day}'],
  submitted: ['Purchases MWh', 'MWh en compras', 'MWh em compras'],
  yesterday: ['Measured MWh, {day}', 'MWh medidos, {day}', 'MWh medidos, {day}'],
  partly: ['({hours} of {all} h)', '({hours} de {all} h)', '({hours} de {all} h)'],
  noneTomorrow: [
    'No purchase is submitted for tomorrow.',
    'No se ha enviado ninguna compra para mañana.',
    'Não foi enviada nenhuma compra para amanhã.',
  ],
  forecastMwh: ['Forecast MWh', 'MWh previstos', 'MWh previstos'],
  peak: [
    'MW in the peak hour, {time}',
    'MW en la hora punta, {time}',
    'MW na hora de ponta, {time}',
  ],
  forecastHint: [
    'The forecast is hour by hour, at the busbar: MWh is the sum of the medians, and the band is of one hour.',
    'La previsión es hora a hora, en barras de central: los MWh son la suma de las medianas y la banda es de una hora.',
    'A previsão é hora a hora, no barramento da central: os MWh são a soma das medianas e a banda é de uma hora.',
  ],
  buyForecast: [
    'Buy tomorrow’s forecast',
    'Comprar la previsión de mañana',
    'Comprar a previsão de amanhã',
  ],
  bought: ['The purchase of the forecast', 'La compra de la previsión', 'A compra da previsão'],
  suggested: [
    'Suggested purchase of {time}',
    'Compra propuesta de {time}',
    'Compra proposta de {time}',
  ],
  decide: ['Decide', 'Decidir', 'Decidir'],
  waiting: [
    'Purchases waiting for a decision',
    'Compras pendientes de decisión',
    'Compras à espera de decisão',
  ],
  nothingWaiting: [
    'Nothing waits. Paste a purchase from your spreadsheet:',
    'No hay nada pendiente. Pegue una compra de su hoja de cálculo:',
    'Nada à espera. Cole uma compra da sua folha de cálculo:',
  ],
  moreWaiting: ['{count} more', '{count} más', 'Mais {count}'],
  tooLate: ['Decided too late', 'Decididas tarde', 'Decididas tarde'],
  freshness: ['Freshness', 'Actualidad de los datos', 'Atualidade dos dados'],
  prediction: ['Prediction made', 'Predicción generada', 'Previsão gerada'],
  realised: ['Realised until', 'Realizado hasta', 'Realizado até'],
  late: ['late', 'con retraso', 'em atraso'],
  forecast: [
    'Plant forecasts changed',
    'Previsiones de plantas cambiadas',
    'Previsões de centrais alteradas',
  ],
  market: ['Market', 'Mercado', 'Mercado'],
  saving: [
    'Saving of the last 30 days',
    'Ahorro de los últimos 30 días',
    'Poupança dos últimos 30 dias',
  ],
});
