-- CreateTable
CREATE TABLE "purchase_decision" (
    "purchase_id" UUID NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "idmodel" DOUBLE PRECISION,
    "note" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "by" TEXT NOT NULL,

    CONSTRAINT "purchase_decision_pkey" PRIMARY KEY ("purchase_id","sequence")
);

-- AddForeignKey
ALTER TABLE "purchase_decision" ADD CONSTRAINT "purchase_decision_purchase_id_fkey" FOREIGN KEY ("purchase_id") REFERENCES "purchase"("id") ON DELETE CASCADE ON UPDATE CASCADE;
