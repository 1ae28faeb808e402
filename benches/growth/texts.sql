-- What the lists are searched for.
insert into transaction_texts (transaction_id, owner_id, org_id, text) select id, owner_id, org_id, text_of_transaction(id, name) from transactions;
insert into file_texts (file_id, owner_id, org_id, text) select id, owner_id, org_id, search_text(title) from files;
