import { texts } from '../i18n/language.ts';

/** What the service says of a part of it that does not work. */
export const sentences = texts({
  'The database does not accept writes.': [
    'The database does not accept writes.',
    'La base de datos no acepta escrituras.',
    'A base de dados não aceita escritas.',
  ],
  'The object store does not answer.': [
    'The object store does not answer.',
    'El almacén de ficheros no responde.',
    'O armazenamento de ficheiros não responde.',
  ],
  'The workflow engine does not take purchases at the moment.': [
    'The workflow engine does not take purchases at the moment.',
    'El motor de flujos de trabajo no acepta compras en este momento.',
    'O motor de fluxos de trabalho não aceita compras neste momento.',
  ],
  'The service is stopping.': [
    'The service is stopping.',
    'El servicio se está deteniendo.',
    'O serviço está a parar.',
  ],
});
