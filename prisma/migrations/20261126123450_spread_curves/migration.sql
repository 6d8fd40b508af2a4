-- CreateTable
CREATE TABLE "spread_curves" (
    "earlier" TEXT NOT NULL,
    "later" TEXT NOT NULL,
    "date" DATE NOT NULL,
    "generated_at" TIMESTAMPTZ(3) NOT NULL,
    "learned_until" DATE NOT NULL,
    "hours" TEXT NOT NULL,

    CONSTRAINT "spread_curves_pkey" PRIMARY KEY ("earlier","later","date","generated_at")
);
