import { isSolanoError } from '@solano/domain/kernel';

/**
 * Returns the delivered forecast, or the service's own where none was delivered. Where there is neither, the customer
 * reads that none was delivered. Errors: those of both.
 */
export async function deliveredOrOwn<Delivered, Own>(
  delivered: () => Promise<Delivered>,
  own: () => Promise<Own>,
): Promise<Delivered | Own> {
  const found = await unlessMissing(delivered);
  if (!(found instanceof Error)) return found;
  const made = await unlessMissing(own);
  if (made instanceof Error) throw found;
  return made;
}

/** The forecast, or the error that says that there is none. */
async function unlessMissing<Forecast>(read: () => Promise<Forecast>): Promise<Forecast | Error> {
  try {
    return await read();
  } catch (error) {
    if (isSolanoError(error, 'not_found')) return error;
    throw error;
  }
}
