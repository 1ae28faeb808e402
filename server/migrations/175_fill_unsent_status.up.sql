-- runs outside a transaction: these tables are large, and the product goes on meanwhile
call fill_unsent_status('mails');
call fill_unsent_status('text_messages');
