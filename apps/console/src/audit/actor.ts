import { fill, texts } from '../i18n/language.ts';

export const t = texts({
  key: ['key {name}', 'clave {name}', 'chave {name}'],
  operator: ['operator {name}', 'operador {name}', 'operador {name}'],
  workflow: ['computation', 'cálculo', 'cálculo'],
  service: ['the service', 'el servicio', 'o serviço'],
});

/**
 * Names who did something: `key <id>`, `operator <name>`, `workflow` or `service`.
 * @param labels the labels of keys by their ids, where they are known.
 */
export function actorName(actor: string, labels?: ReadonlyMap<string, string>): string {
  const [, kind = '', name = ''] = /^(\w+)(?: (.+))?$/.exec(actor) ?? [];
  if (!Object.hasOwn(t, kind)) return actor;
  return fill(t[kind as keyof typeof t], { name: labels?.get(name) || name }).trim();
}
