import type { Purchase } from '@solano/domain/desk';
import { type HttpResponse, json } from '../http/response.ts';

/** Responds with a purchase that was submitted. */
export function createdPurchase(purchase: Purchase): HttpResponse {
  const { id, user, retailer, status, error, rows, createdAt } = purchase;
  const message = `Purchase ${id} created for user ${user} and retailer ${retailer}.`;
  const created = { id, status, error, rows_uploaded: rows, created_at: createdAt, message };
  return json(created, { status: 201 });
}
