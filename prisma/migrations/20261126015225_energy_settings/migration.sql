-- CreateTable
CREATE TABLE "plant_settings" (
    "plant_id" UUID NOT NULL,
    "known_after_minutes" INTEGER NOT NULL,

    CONSTRAINT "plant_settings_pkey" PRIMARY KEY ("plant_id")
);

-- CreateTable
CREATE TABLE "portfolio_settings" (
    "customer_id" UUID NOT NULL,
    "portfolio" TEXT NOT NULL,
    "user" TEXT NOT NULL,
    "retailer" TEXT NOT NULL,
    "known_after_minutes" INTEGER NOT NULL,
    "losses" JSON NOT NULL,
    "groups" JSON NOT NULL,

    CONSTRAINT "portfolio_settings_pkey" PRIMARY KEY ("customer_id","portfolio")
);

-- AddForeignKey
ALTER TABLE "plant_settings" ADD CONSTRAINT "plant_settings_plant_id_fkey" FOREIGN KEY ("plant_id") REFERENCES "plant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "portfolio_settings" ADD CONSTRAINT "portfolio_settings_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
