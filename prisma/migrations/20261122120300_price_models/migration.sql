-- CreateTable
CREATE TABLE "price_model" (
    "digest" TEXT NOT NULL,
    "content" TEXT NOT NULL,

    CONSTRAINT "price_model_pkey" PRIMARY KEY ("digest")
);

