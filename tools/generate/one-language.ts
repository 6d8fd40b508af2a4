import type { Plugin } from 'vite';

/** What this reads of a syntax tree (https://github.com/estree/estree). */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
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
    transform(code, id) {
      if (!id.includes('/console/src/') || !code.includes('texts(')) return undefined;
      return withOneLanguage(code, this.parse(code) as unknown as Node, index);
    },
  };
}

/** @throws Error for a text that is no list of all languages. */
function withOneLanguage(code: string, tree: Node, index: number): string {
  const cuts = callsOf(tree).flatMap((call) => {
    const { callee, arguments: given } = call as unknown as { callee: Node; arguments: [Node] };
    const cutsOfTexts = (given[0]['properties'] as readonly Node[]).flatMap((property) => {
      const value = property['value'] as Node | undefined;
      const text = (value?.['elements'] as readonly Node[] | undefined)?.[index];
      if (!value || !text) {
        throw new Error(`not a text: ${code.slice(property.start, property.end)}`);
      }
      return [
        { start: value.start, end: text.start },
        { start: text.end, end: value.end },
      ];
    });
    return [{ start: callee.start, end: callee.end }, ...cutsOfTexts];
  });
  return cuts.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), code);
}

/** The calls of `texts`, in their order. */
function callsOf(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(callsOf);
  if (typeof node !== 'object' || node === null) return [];
  const { type, callee } = node as { type?: string; callee?: { name?: string } };
  if (type === 'CallExpression' && callee?.name === 'texts') return [node as Node];
  return Object.values(node).flatMap(callsOf);
}
