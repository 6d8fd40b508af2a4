import { texts } from '../i18n/language.ts';

export const t = texts({
  title: ['Webhooks', 'Webhooks', 'Webhooks'],
  permission: ['scope webhooks', 'ámbito webhooks', 'âmbito webhooks'],
  add: ['New webhook', 'Nuevo webhook', 'Novo webhook'],
  url: ['Address (https)', 'Dirección (https)', 'Endereço (https)'],
  events: ['Events', 'Eventos', 'Eventos'],
  allEvents: ['all', 'todos', 'todos'],
  enabled: ['on', 'activo', 'ativo'],
  disabled: ['off', 'inactivo', 'inativo'],
  turnOn: ['Turn on', 'Activar', 'Ativar'],
  turnOff: ['Turn off', 'Desactivar', 'Desativar'],
  test: ['Test', 'Probar', 'Testar'],
  tested: [
    'Receiver: {status}, {ms} ms',
    'Receptor: {status}, {ms} ms',
    'Recetor: {status}, {ms} ms',
  ],
  rotateSecret: ['New secret', 'Nuevo secreto', 'Novo segredo'],
  deliveries: ['Deliveries', 'Entregas', 'Entregas'],
  replay: ['Send again', 'Reenviar', 'Reenviar'],
  replayed: ['Sent again: {status}', 'Reenviado: {status}', 'Reenviado: {status}'],
  event: ['Event', 'Evento', 'Evento'],
  attempts: ['Attempts', 'Intentos', 'Tentativas'],
  response: ['Response', 'Respuesta', 'Resposta'],
  none: [
    'No webhooks. Add one to be told of purchases and prices instead of asking.',
    'Sin webhooks. Añada uno para recibir avisos de compras y precios en lugar de preguntar.',
    'Sem webhooks. Acrescente um para ser avisado de compras e preços em vez de perguntar.',
  ],
  noDeliveries: [
    'Nothing was sent yet: test it.',
    'Aún no se ha enviado nada: pruébelo.',
    'Ainda nada foi enviado: teste-o.',
  ],
  failed: ['Failed webhooks', 'Webhooks fallidos', 'Webhooks falhados'],
  noneFailed: [
    'No delivery has failed.',
    'No ha fallado ninguna entrega.',
    'Nenhuma entrega falhou.',
  ],
});
