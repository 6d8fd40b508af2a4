/**
 * The module `node:http`. An `import` of it reads all that it exports, and so loads what is behind
 * `WebSocket` too: 50 ms of CPU, a tenth of what a start takes to load.
 */
export const http = process.getBuiltinModule('node:http');
