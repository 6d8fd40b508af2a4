-- CreateTable
CREATE TABLE "purchase_evaluation" (
    "purchase_id" UUID NOT NULL,
    "evaluated_at" TIMESTAMPTZ(3) NOT NULL,
    "figures" TEXT NOT NULL,
    "prices" TEXT NOT NULL,
    "delivered_at" TIMESTAMPTZ(3) NOT NULL,
    "realised" TEXT NOT NULL DEFAULT '[]',
    "realised_from" TEXT DEFAULT '',

    CONSTRAINT "purchase_evaluation_pkey" PRIMARY KEY ("purchase_id")
);

-- AddForeignKey
ALTER TABLE "purchase_evaluation" ADD CONSTRAINT "purchase_evaluation_purchase_id_fkey" FOREIGN KEY ("purchase_id") REFERENCES "purchase"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Those whose realised costs are looked for.
CREATE INDEX "purchase_evaluation_unrealised_idx" ON "purchase_evaluation"("delivered_at", "purchase_id") WHERE "realised_from" IS NOT NULL;

-- What was settled so far is the first version.
ALTER TABLE "strategy_setting" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1, ADD COLUMN "at" TIMESTAMPTZ(3);
ALTER TABLE "strategy_setting" ALTER COLUMN "version" DROP DEFAULT;
ALTER TABLE "strategy_setting" DROP CONSTRAINT "strategy_setting_pkey",
  ADD CONSTRAINT "strategy_setting_pkey" PRIMARY KEY ("customer_id", "user", "retailer", "version");
