/** The module of the app that makes its OpenAPI document: by its place, since apps export nothing. */
const DOCUMENT = new URL('../../apps/api/src/openapi/api-document.ts', import.meta.url);

/** The OpenAPI document as the service gives it. */
export async function apiDocument<Document>(): Promise<Document> {
  const module = (await import(DOCUMENT.href)) as { readonly apiDocument: () => object };
  return JSON.parse(JSON.stringify(module.apiDocument())) as Document;
}
