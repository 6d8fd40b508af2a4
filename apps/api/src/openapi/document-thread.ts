// Makes the document of the API, which takes longer than a request may keep the event loop, and ends.
import { parentPort } from 'node:worker_threads';
import { apiDocument } from './api-document.ts';

parentPort?.postMessage(JSON.stringify(apiDocument()));
