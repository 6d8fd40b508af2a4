/** Words that Python reserves; names of the API that are among them. */
const RESERVED = new Set([
  'from',
  'class',
  'global',
  'import',
  'lambda',
  'None',
  'True',
  'False',
  'in',
  'is',
  'as',
]);

/** Whether a field can be written as an attribute of a class. */
export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !RESERVED.has(name);
}

/** `getPurchase`, `Idempotency-Key` and `from` as names of methods and parameters. */
export function snake(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^A-Za-z0-9]+/g, '_');
  const lower = words.toLowerCase();
  return RESERVED.has(lower) ? `${lower}_` : lower;
}

/** `by_hour` as a part of a class's name. */
export function pascal(name: string): string {
  return name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) =>
    letter.toUpperCase(),
  );
}

/** A docstring on lines of its own, empty where there is nothing to say. */
export function docstring(indent: string, text: string): string {
  if (text === '') return '';
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ');
  const lines = escaped.split('\n').map((line) => (line === '' ? '' : `${indent}${line}`));
  return `${indent}"""${lines.join('\n').trimStart()}${lines.length > 1 ? `\n${indent}` : ''}"""\n`;
}
