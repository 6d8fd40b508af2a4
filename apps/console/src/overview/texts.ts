import { texts } from '../i18n/language.ts';

export const t = texts({
  title: ['Overview', 'Resumen', 'Resumo'],
  waiting: [
    'Purchases waiting for a decision',
    'Compras pendientes de decisión',
    'Compras à espera de decisão',
  ],
  nothingWaiting: [
    'Nothing waits. Purchases are decided, or none was submitted: paste one from your spreadsheet.',
    'No hay nada pendiente. Todo está decidido, o no se ha enviado ninguna compra: pegue una de su hoja de cálculo.',
    'Nada à espera. Está tudo decidido, ou não foi enviada nenhuma compra: cole uma da sua folha de cálculo.',
  ],
  moreWaiting: ['{count} more', '{count} más', 'Mais {count}'],
  reduced: [
    'Plants reduced now',
    'Plantas con potencia reducida',
    'Centrais com potência reduzida',
  ],
  noneReduced: [
    'All {count} plants are available.',
    'Las {count} plantas están disponibles.',
    'As {count} centrais estão disponíveis.',
  ],
  noPlants: [
    'There are no plants yet: create one first.',
    'Aún no hay plantas: cree una primero.',
    'Ainda não há centrais: crie uma primeiro.',
  ],
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
  sayUser: [
    'Choose a user above first.',
    'Elija primero un usuario arriba.',
    'Escolha primeiro um utilizador acima.',
  ],
  left: ['MW left', 'MW disponibles', 'MW disponíveis'],
  until: ['Until', 'Hasta', 'Até'],
});
