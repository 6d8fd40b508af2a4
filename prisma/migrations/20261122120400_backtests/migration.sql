-- CreateTable
CREATE TABLE "backtest" (
    "id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "user" TEXT NOT NULL,
    "retailer" TEXT NOT NULL,
    "from" TEXT NOT NULL,
    "to" TEXT NOT NULL,
    "settings" JSON NOT NULL,
    "settings_version" INTEGER,
    "series" TEXT,
    "status" TEXT NOT NULL,
    "place" INTEGER,
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "result" TEXT,
    "error" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "backtest_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "backtest_settled_at_idx" ON "backtest"("settled_at");

-- CreateIndex
CREATE UNIQUE INDEX "backtest_customer_id_place_key" ON "backtest"("customer_id", "place");

-- AddForeignKey
ALTER TABLE "backtest" ADD CONSTRAINT "backtest_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
