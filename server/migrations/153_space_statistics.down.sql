drop statistics files_spaces, transactions_spaces, templates_spaces;
