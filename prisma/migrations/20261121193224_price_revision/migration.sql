-- CreateTable
CREATE TABLE "price_revision" (
    "market" TEXT NOT NULL,
    "revision" BIGINT NOT NULL,

    CONSTRAINT "price_revision_pkey" PRIMARY KEY ("market")
);
