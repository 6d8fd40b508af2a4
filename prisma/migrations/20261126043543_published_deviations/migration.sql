-- CreateTable
CREATE TABLE "deviation_portfolio" (
    "id" SERIAL NOT NULL,
    "customer_id" UUID NOT NULL,
    "portfolio" TEXT NOT NULL,
    "user" TEXT NOT NULL,
    "retailer" TEXT NOT NULL,
    "computed_from" TEXT NOT NULL,

    CONSTRAINT "deviation_portfolio_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deviation_day" (
    "portfolio_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "revision" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "figures" TEXT,

    CONSTRAINT "deviation_day_pkey" PRIMARY KEY ("portfolio_id","day","revision")
);

-- CreateIndex
CREATE UNIQUE INDEX "deviation_portfolio_customer_id_portfolio_key" ON "deviation_portfolio"("customer_id", "portfolio");

-- AddForeignKey
ALTER TABLE "deviation_portfolio" ADD CONSTRAINT "deviation_portfolio_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deviation_day" ADD CONSTRAINT "deviation_day_portfolio_id_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "deviation_portfolio"("id") ON DELETE CASCADE ON UPDATE CASCADE;
