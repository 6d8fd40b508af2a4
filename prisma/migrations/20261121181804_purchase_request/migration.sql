-- AlterTable
ALTER TABLE "purchase" ADD COLUMN     "request_id" TEXT;
