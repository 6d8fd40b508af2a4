-- CreateTable
CREATE TABLE "traded_portfolio" (
    "id" SERIAL NOT NULL,
    "customer_id" UUID NOT NULL,
    "portfolio" TEXT NOT NULL,
    "user" TEXT NOT NULL,
    "retailer" TEXT NOT NULL,

    CONSTRAINT "traded_portfolio_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "traded_day" (
    "id" SERIAL NOT NULL,
    "portfolio_id" INTEGER NOT NULL,
    "session" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "delivered_at" TIMESTAMPTZ(3) NOT NULL,
    "upload" INTEGER NOT NULL,
    "rows" INTEGER NOT NULL,
    "trades" BYTEA NOT NULL,

    CONSTRAINT "traded_day_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "traded_portfolio_customer_id_portfolio_key" ON "traded_portfolio"("customer_id", "portfolio");

-- CreateIndex
CREATE INDEX "traded_day_portfolio_id_day_idx" ON "traded_day"("portfolio_id", "day");

-- AddForeignKey
ALTER TABLE "traded_portfolio" ADD CONSTRAINT "traded_portfolio_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "traded_day" ADD CONSTRAINT "traded_day_portfolio_id_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "traded_portfolio"("id") ON DELETE CASCADE ON UPDATE CASCADE;
