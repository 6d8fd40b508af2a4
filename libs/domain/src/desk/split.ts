/** The door of what threads compute of purchases: they load nothing else of the desk. */
export { realisedCosts } from './evaluation/realise.ts';
export { evaluateTexts, type SplitterTools, splitToText } from './purchases/split.ts';
