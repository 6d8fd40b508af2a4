import { options } from 'preact';

/**
 * Controls that turn the direction of the text after them: the embeddings, overrides, isolates and
 * marks of Unicode Standard Annex #9. A name with one could look like another.
 */
const CONTROL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Names the controls of a text in place of them: `[U+202E]`. */
export function withoutBidi(text: string): string {
  return text.replace(CONTROL, (control) => {
    return `[U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}

const SHOWN_PROPS = ['title', 'aria-label'] as const;

/** Shows every text of the page without bidirectional controls; the values of fields keep theirs. */
export function showBidiControls(): void {
  options.vnode = (vnode) => {
    // The props of a text are the text itself.
    if (vnode.type === null && typeof vnode.props === 'string')
      (vnode as { props: unknown }).props = withoutBidi(vnode.props);
    else if (typeof vnode.type === 'string')
      for (const name of SHOWN_PROPS) {
        const props = vnode.props as Record<string, unknown>;
        const shown = props[name];
        if (typeof shown === 'string' && shown.search(CONTROL) >= 0)
          props[name] = withoutBidi(shown);
      }
  };
}
