/** The parts of Eleventy that the guide is built with: its package has no types. */
declare module '@11ty/eleventy' {
  /** A token of markdown-it. */
  export interface Token {
    readonly type: string;
    tag: string;
    readonly content: string;
    readonly children: Token[] | null;
    attrs: [string, string][] | null;
    attrGet(name: string): string | null;
    attrSet(name: string, value: string): void;
  }

  export interface Markdown {
    set(options: { readonly html: boolean }): void;
    readonly core: {
      readonly ruler: {
        push(name: string, rule: (state: MarkdownState) => void): void;
      };
    };
    readonly renderer: {
      readonly rules: Record<string, (tokens: readonly Token[], index: number) => string>;
    };
    readonly utils: { readonly escapeHtml: (text: string) => string };
  }

  export interface MarkdownState {
    readonly tokens: Token[];
    /** The data of the page. */
    readonly env: PageData;
  }

  export interface PageData {
    readonly page: { readonly inputPath: string };
    readonly source?: string;
  }

  export interface Configuration {
    setLayoutsDirectory(folder: string): void;
    setTemplateFormats(formats: readonly string[]): void;
    readonly ignores: { add(pattern: string): void };
    addTemplate(name: string, text: string, data: object): void;
    addGlobalData(name: string, data: unknown): void;
    amendLibrary(format: 'md', change: (markdown: Markdown) => void): void;
  }

  export class Eleventy {
    constructor(
      input: string,
      output: string,
      options: {
        readonly quietMode: boolean;
        readonly config: (configuration: Configuration) => void;
      },
    );
    write(): Promise<void>;
  }
}
