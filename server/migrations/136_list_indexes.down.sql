-- runs outside a transaction: these tables are large
drop index concurrently if exists bulks_organization;
drop index concurrently if exists templates_organization_by_name;
drop index concurrently if exists templates_organization_by_updated;
drop index concurrently if exists templates_organization_by_created;
drop index concurrently if exists templates_owned_by_name;
drop index concurrently if exists templates_owned_by_updated;
drop index concurrently if exists templates_owned_by_created;
drop index concurrently if exists files_organization_by_name;
drop index concurrently if exists files_organization_by_updated;
drop index concurrently if exists files_organization_by_created;
drop index concurrently if exists files_owned_by_name;
drop index concurrently if exists files_owned_by_updated;
drop index concurrently if exists files_owned_by_created;
drop index concurrently if exists template_texts_keys;
drop index concurrently if exists file_texts_keys;
drop index concurrently if exists transaction_texts_keys;
