-- AlterTable
ALTER TABLE "scan" ADD COLUMN     "body" BYTEA;

-- What is compressed already: PostgreSQL need not try again.
ALTER TABLE "scan" ALTER COLUMN "body" SET STORAGE EXTERNAL;
ALTER TABLE "scan_evidence" ALTER COLUMN "body" SET STORAGE EXTERNAL;
ALTER TABLE "served_report" ALTER COLUMN "body" SET STORAGE EXTERNAL;
ALTER TABLE "served_report" ALTER COLUMN "pdf" SET STORAGE EXTERNAL;
