-- AlterTable
ALTER TABLE "purchase_decision" ADD COLUMN     "too_late" TEXT[] DEFAULT ARRAY[]::TEXT[];
