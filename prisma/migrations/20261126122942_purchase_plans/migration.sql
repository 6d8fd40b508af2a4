-- CreateTable
CREATE TABLE "purchase_plan" (
    "purchase_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "computed_from" TEXT NOT NULL,

    CONSTRAINT "purchase_plan_pkey" PRIMARY KEY ("purchase_id")
);

-- CreateTable
CREATE TABLE "purchase_plan_stage" (
    "purchase_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "session" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,
    "basis" TEXT NOT NULL,
    "bids" TEXT NOT NULL,
    "result" TEXT,
    "executed" TEXT,

    CONSTRAINT "purchase_plan_stage_pkey" PRIMARY KEY ("purchase_id","day","session")
);

-- AddForeignKey
ALTER TABLE "purchase_plan" ADD CONSTRAINT "purchase_plan_purchase_id_fkey" FOREIGN KEY ("purchase_id") REFERENCES "purchase"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "purchase_plan_stage" ADD CONSTRAINT "purchase_plan_stage_purchase_id_fkey" FOREIGN KEY ("purchase_id") REFERENCES "purchase_plan"("purchase_id") ON DELETE CASCADE ON UPDATE CASCADE;
