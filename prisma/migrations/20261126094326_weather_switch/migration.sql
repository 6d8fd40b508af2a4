-- CreateTable
CREATE TABLE "weather_switched_off" (
    "customer_id" UUID NOT NULL,

    CONSTRAINT "weather_switched_off_pkey" PRIMARY KEY ("customer_id")
);

-- AddForeignKey
ALTER TABLE "weather_switched_off" ADD CONSTRAINT "weather_switched_off_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
