-- AlterTable
ALTER TABLE "portfolio_settings" ADD COLUMN     "region" TEXT;

-- AlterTable
ALTER TABLE "purchase_series" ADD COLUMN     "forecast" TEXT;
