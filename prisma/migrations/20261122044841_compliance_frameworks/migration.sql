-- AlterTable
ALTER TABLE "compliance_report" ADD COLUMN     "frameworks" TEXT[] DEFAULT ARRAY[]::TEXT[];
