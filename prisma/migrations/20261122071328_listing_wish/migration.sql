-- CreateEnum
CREATE TYPE "ListingWish" AS ENUM ('list', 'opt_out');

-- AlterTable
ALTER TABLE "owned_site" ADD COLUMN     "wish" "ListingWish";
