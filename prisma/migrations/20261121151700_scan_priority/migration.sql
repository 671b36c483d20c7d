-- AlterTable
ALTER TABLE "scan" ADD COLUMN     "priority" INTEGER NOT NULL DEFAULT 0;
