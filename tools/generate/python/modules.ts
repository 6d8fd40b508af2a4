import { fieldsText } from './fields.ts';
import { operationsText } from './operations.ts';
import type { ApiDocument } from './schema.ts';
import { PythonTypes } from './types.ts';

/** The generated modules of the Python client by their path in its package. */
export function pythonModules(document: ApiDocument): Map<string, string> {
  const types = new PythonTypes(document.components.schemas);
  const operations = operationsText(document, types);
  return new Map([
    ['generated/__init__.py', '"""Made from the OpenAPI document of the service."""\n'],
    ['generated/fields.py', fieldsText(document)],
    ['generated/operations.py', operations],
    ['generated/types.py', types.text()],
  ]);
}
