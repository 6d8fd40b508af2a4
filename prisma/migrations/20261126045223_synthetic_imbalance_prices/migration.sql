-- CreateTable
CREATE TABLE "synthetic_imbalance_price" (
    "customer_id" UUID NOT NULL,
    "date" DATE NOT NULL,
    "step_minutes" INTEGER NOT NULL,
    "short" INTEGER[],
    "long" INTEGER[],
    "known_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "synthetic_imbalance_price_pkey" PRIMARY KEY ("customer_id","date")
);

-- AddForeignKey
ALTER TABLE "synthetic_imbalance_price" ADD CONSTRAINT "synthetic_imbalance_price_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
