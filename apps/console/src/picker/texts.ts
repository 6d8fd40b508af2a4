import { texts } from '../i18n/language.ts';

export const t = texts({
  choices: ['Choices', 'Opciones', 'Opções'],
  count: [
    '{count} {count|choice|choices}',
    '{count} {count|opción|opciones}',
    '{count} {count|opção|opções}',
  ],
  more: [
    '{count} more: type a part of the name',
    '{count} más: escriba una parte del nombre',
    'mais {count}: escreva uma parte do nome',
  ],
  noMatch: ['Nothing has this name.', 'Nada tiene ese nombre.', 'Nada tem esse nome.'],
  isNew: [
    '“{text}” is new: press Enter to use it',
    '«{text}» es nuevo: pulse Intro para usarlo',
    '«{text}» é novo: prima Enter para o usar',
  ],
});
