-- runs outside a transaction: these tables are large, and the product goes on meanwhile
call fill_granted_features('files');
call fill_granted_features('transactions');
