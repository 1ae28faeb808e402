drop index users_pictured;
