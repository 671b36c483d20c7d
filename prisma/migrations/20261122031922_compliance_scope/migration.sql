-- AlterTable
ALTER TABLE "compliance_report" ADD COLUMN     "prepared_for" TEXT,
ADD COLUMN     "scope" JSONB;

-- AlterTable
ALTER TABLE "purchase" ADD COLUMN     "prepared_for" TEXT,
ADD COLUMN     "scope" JSONB,
ADD COLUMN     "url" TEXT;
