-- A user's purchases in one status, and those of one retailer, newest first. By hashes: names may be
-- too long for an index.
CREATE INDEX "purchase_of_user_in_status_idx" ON "purchase"("customer_id", hashtextextended("user", 0), "status", "created_at" DESC, "id" DESC);
CREATE INDEX "purchase_of_retailer_idx" ON "purchase"("customer_id", hashtextextended("user", 0), hashtextextended("retailer", 0), "created_at" DESC, "id" DESC);
