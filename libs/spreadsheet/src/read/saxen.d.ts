declare module 'saxen' {
  type Attributes = Readonly<Record<string, string>>;

  /** The part of the parser that is used here. Attribute values and texts come undecoded. */
  export class Parser {
    on(event: 'openTag', callback: (name: string, attributes: () => Attributes) => void): this;
    on(event: 'closeTag', callback: (name: string) => void): this;
    on(event: 'text' | 'cdata' | 'attention', callback: (text: string) => void): this;
    on(event: 'error' | 'warn', callback: (error: Error) => void): this;
    write(xml: string): this;
    end(): unknown;
  }
}
