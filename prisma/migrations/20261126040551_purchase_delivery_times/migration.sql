-- AlterTable
ALTER TABLE "purchase" ADD COLUMN     "delivers_from" TIMESTAMPTZ(3),
ADD COLUMN     "delivers_to" TIMESTAMPTZ(3);
