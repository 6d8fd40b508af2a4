-- AlterTable
ALTER TABLE "price_prediction" ADD COLUMN     "trace" TEXT;
