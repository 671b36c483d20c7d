-- AlterTable
ALTER TABLE "sign_in_link" ADD COLUMN     "asked_from" BYTEA;
