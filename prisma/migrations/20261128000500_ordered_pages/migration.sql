-- AlterTable
ALTER TABLE "purchase" ADD COLUMN     "frameworks" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "pages" JSON;
