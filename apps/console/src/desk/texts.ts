import { texts } from '../i18n/language.ts';

export const t = texts({
  hint: [
    'Purchases, strategies and consumption belong to a user and a retailer: name them to begin.',
    'Las compras, las estrategias y el consumo pertenecen a un usuario y una comercializadora: indíquelos para empezar.',
    'As compras, as estratégias e o consumo pertencem a um utilizador e a um comercializador: indique-os para começar.',
  ],
  unknown: [
    '{user} has no purchases and no measured consumption yet.',
    '{user} no tiene aún compras ni consumo medido.',
    '{user} ainda não tem compras nem consumo medido.',
  ],
  tooLittle: [
    'A forecast of consumption needs 28 whole days of measured consumption of a group.',
    'La previsión de consumo necesita 28 días completos de consumo medido de un grupo.',
    'A previsão de consumo precisa de 28 dias completos de consumo medido de um grupo.',
  ],
  submit: ['Submit a purchase', 'Enviar una compra', 'Enviar uma compra'],
  createPlant: ['Create a plant', 'Crear una planta', 'Criar uma central'],
  record: ['Upload consumption', 'Subir consumo', 'Carregar consumo'],
});
