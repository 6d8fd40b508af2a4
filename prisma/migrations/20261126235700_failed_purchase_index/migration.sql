-- What failed in the last days is counted for operators: few of all purchases.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "purchase_failed_idx" ON "purchase"("created_at") WHERE "status" = 'failed';
