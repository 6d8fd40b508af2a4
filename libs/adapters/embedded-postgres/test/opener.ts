// A process of its own for the contract tests: opens the server of the folder that its argument
// names, prints the url, closes when its standard input ends.
import { once } from 'node:events';
import { openEmbeddedServer } from '../src/embedded-server.ts';

const [, , folder = ''] = process.argv;
await using server = await openEmbeddedServer(folder);
console.log(server.url);
await once(process.stdin.resume(), 'end');
