import { texts } from '../i18n/language.ts';

/** What the service says of a message that was not delivered. */
export const sentences = texts({
  'The endpoint answered {status}.': [
    'The endpoint answered {status}.',
    'El receptor ha respondido {status}.',
    'O recetor respondeu {status}.',
  ],
  'The endpoint cannot be reached, or does not answer in time.': [
    'The endpoint cannot be reached, or does not answer in time.',
    'No se llega al receptor o no responde a tiempo.',
    'Não se chega ao recetor ou não responde a tempo.',
  ],
  'The endpoint did not take the message: the service gave up.': [
    'The endpoint did not take the message: the service gave up.',
    'El receptor no ha aceptado el mensaje: el servicio ha desistido.',
    'O recetor não aceitou a mensagem: o serviço desistiu.',
  ],
  'The webhook is not in use any more.': [
    'The webhook is not in use any more.',
    'El webhook ya no está en uso.',
    'O webhook já não está em uso.',
  ],
  'The address of the endpoint is not public.': [
    'The address of the endpoint is not public.',
    'La dirección del receptor no es pública.',
    'O endereço do recetor não é público.',
  ],
});
