alter table recipients drop column private_message;
