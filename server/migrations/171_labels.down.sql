drop table labeled_templates;
drop table labeled_files;
drop table labeled_transactions;
drop table labels;
