-- Accounts are looked up by their address in lower case. Operators may have written keys and tokens otherwise.
UPDATE "api_key" SET "email" = lower("email") WHERE "email" <> lower("email");
UPDATE "access_token" SET "email" = lower("email") WHERE "email" <> lower("email");
UPDATE "compliance_report" SET "owner" = lower("owner") WHERE "owner" <> lower("owner");
