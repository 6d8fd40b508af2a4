import { invalidRequest, isObject, parseWallTime, type SolanoError } from '@solano/domain/kernel';

/**
 * Checks the `outputs` of an update: an array of model objects with unique `idmodel`, holding
 * arrays of rows by session name. Extra fields are left alone. Returns the idmodel of each.
 * Errors: `invalid_request` naming the path of the first place that does not fit.
 */
export function readOutputIds(value: unknown): number[] {
  if (value === undefined || value === null)
    throw invalidRequest('Missing required field: outputs');
  if (!Array.isArray(value)) throw mustBe('outputs', 'an array of model objects');
  const seen = new Set<number>();
  return value.map((model, i) => {
    const path = `outputs[${i}]`;
    const idmodel = checkModel(model, path);
    if (seen.has(idmodel))
      throw invalidRequest(`Field '${path}.idmodel' repeats the idmodel ${idmodel}`);
    seen.add(idmodel);
    return idmodel;
  });
}

function checkModel(model: unknown, path: string): number {
  if (!isObject(model)) throw mustBe(path, 'an object');
  const { idmodel, value } = model;
  if (!isFiniteNumber(idmodel)) throw mustBe(`${path}.idmodel`, 'a number');
  if (!isObject(value)) throw mustBe(`${path}.value`, 'an object of session arrays');
  for (const [session, rows] of Object.entries(value)) {
    const sessionPath = `${path}.value.${session}`;
    if (!Array.isArray(rows)) throw mustBe(sessionPath, 'an array of rows');
    for (let i = 0; i < rows.length; i += 1) checkRow(rows[i], sessionPath, i);
  }
  return idmodel;
}

function checkRow(row: unknown, sessionPath: string, index: number): void {
  const path = () => `${sessionPath}[${index}]`;
  if (!isObject(row)) throw mustBe(path(), 'an object');
  if (typeof row.datetime !== 'string' || parseWallTime(row.datetime) === undefined) {
    throw mustBe(`${path()}.datetime`, 'a datetime in the format YYYY-MM-DD HH:MM');
  }
  for (const field of ['purchase_percentage', 'sale_percentage']) {
    if (!isFiniteNumber(row[field])) throw mustBe(`${path()}.${field}`, 'a number');
  }
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function mustBe(path: string, what: string): SolanoError {
  return invalidRequest(`Field '${path}' must be ${what}`);
}
