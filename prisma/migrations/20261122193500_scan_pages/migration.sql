-- AlterTable
ALTER TABLE "scan" ADD COLUMN     "browser" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "pages" JSON;
