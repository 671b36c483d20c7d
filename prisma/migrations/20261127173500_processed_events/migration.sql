-- Events are emptied once processed: they held buyers' addresses for 400 days, even of deleted accounts.
UPDATE "provider_event" SET "payload" = '{}' WHERE "processed_at" IS NOT NULL;
