-- Lists of contacts look for pictures, and few people have one.
create index users_pictured on users (lower(email)) where avatar is not null;
