-- Who is signed in in the browser of a pass, and has agreed on the page of the link that its person is signed in instead.
alter table magic_codes add column agreed_by text;
