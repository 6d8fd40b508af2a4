-- What was given up in the last days is counted for operators: few of all messages.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_delivery_failed_idx" ON "webhook_delivery"("settled_at") WHERE "status" = 'failed';
