-- AlterTable
ALTER TABLE "webhook" ADD COLUMN "gate_closing_minutes" INTEGER;
