-- runs outside a transaction: these tables are large, and the product goes on meanwhile
-- What the triggers of 130 and 131 keep, of the rows that were there before them.
call fill_list_counts();
call fill_list_texts('transactions', 'transaction_texts', 'transaction_id', 'text_of_transaction(t.id, t.name)');
call fill_list_texts('files', 'file_texts', 'file_id', 'search_text(t.title)');
call fill_list_texts('templates', 'template_texts', 'template_id', 'text_of_template(t.name, t.recipients)');
