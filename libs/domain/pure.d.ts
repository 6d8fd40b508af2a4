// What every runtime of the language has besides it: the WHATWG Encoding Standard. Only tsconfig.pure.json reads this.
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string;
}
