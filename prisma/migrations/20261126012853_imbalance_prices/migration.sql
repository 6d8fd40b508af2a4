-- CreateTable
CREATE TABLE "imbalance_price" (
    "date" DATE NOT NULL,
    "revision" INTEGER NOT NULL,
    "settlement" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "step_minutes" INTEGER NOT NULL,
    "short" INTEGER[],
    "long" INTEGER[],
    "known_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "imbalance_price_pkey" PRIMARY KEY ("date","revision")
);
