-- Prisma's schema has no words for an index on an expression.

-- CreateIndex: how far ahead the predictions of a market reach at the most.
CREATE INDEX "price_prediction_reach_idx" ON "price_prediction"("market", ("last" - "generated_at"));
