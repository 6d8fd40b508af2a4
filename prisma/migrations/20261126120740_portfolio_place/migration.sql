-- AlterTable
ALTER TABLE "portfolio_settings" ADD COLUMN     "latitude" DOUBLE PRECISION,
ADD COLUMN     "longitude" DOUBLE PRECISION;
