import { type Plugin, parseSync } from 'vite';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A property of a syntax tree (https://github.com/estree/estree), whose value is to be a list of texts. */
interface Property extends Span {
  readonly value?: Span & { readonly elements?: readonly Span[] };
}

/** A call of `texts`. */
interface Call extends Span {
  readonly callee: Span;
  readonly arguments: readonly [{ readonly properties: readonly Property[] }];
}

/**
 * Leaves one language of the texts in the code: `texts({ a: ['one', 'uno', 'um'] })` becomes
 * `({ a: 'uno' })`. A page is then a seventh smaller.
 *
 * @param index of the language among those of a text.
 */
export function oneLanguage(index: number): Plugin {
  return {
    name: 'one-language',
    // After TypeScript is gone.
    enforce: 'post',
    transform: (code, id) =>
      id.includes('/console/src/') && code.includes('texts(')
        ? withOneLanguage(code, index)
        : undefined,
  };
}

/** @throws Error for a text that is no list of all languages. */
export function withOneLanguage(code: string, index: number): string {
  const { program } = parseSync('texts.js', code);
  const cuts = callsOf(program).flatMap(({ callee, arguments: [table] }) => [
    callee,
    ...table.properties.flatMap((property) => {
      const { value } = property;
      const text = value?.elements?.[index];
      if (!value || !text)
        throw new Error(`not a text: ${code.slice(property.start, property.end)}`);
      return [
        { start: value.start, end: text.start },
        { start: text.end, end: value.end },
      ];
    }),
  ]);
  return cuts.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), code);
}

/** The calls of `texts`, in their order. */
function callsOf(node: unknown): Call[] {
  if (Array.isArray(node)) return node.flatMap(callsOf);
  if (typeof node !== 'object' || node === null) return [];
  const { type, callee } = node as { type?: string; callee?: { name?: string } };
  if (type === 'CallExpression' && callee?.name === 'texts') return [node as Call];
  return Object.values(node).flatMap(callsOf);
}
