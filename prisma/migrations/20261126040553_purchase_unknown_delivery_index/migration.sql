-- CreateIndex: empty once the purchases of an earlier release have their times.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "purchase_without_delivery_idx" ON "purchase"("id") WHERE "delivers_to" IS NULL;
