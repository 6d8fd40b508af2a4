-- CreateTable
CREATE TABLE "purchase_plan_superseded_bids" (
    "purchase_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "session" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,
    "bids" TEXT NOT NULL,

    CONSTRAINT "purchase_plan_superseded_bids_pkey" PRIMARY KEY ("purchase_id","day","session","revision")
);

-- AddForeignKey
ALTER TABLE "purchase_plan_superseded_bids" ADD CONSTRAINT "purchase_plan_superseded_bids_purchase_id_fkey" FOREIGN KEY ("purchase_id") REFERENCES "purchase_plan"("purchase_id") ON DELETE CASCADE ON UPDATE CASCADE;
