-- What a person owns outside of organizations is most of what they own. Without these statistics the planner takes it for
-- one in two hundred, and sorts all of it instead of reading a page in the order of an index.
create statistics files_spaces on owner_id, (coalesce(org_id, '')) from files;
create statistics transactions_spaces on owner_id, (coalesce(org_id, '')) from transactions;
create statistics templates_spaces on owner_id, (coalesce(org_id, '')) from templates;
analyze files, transactions, templates;
