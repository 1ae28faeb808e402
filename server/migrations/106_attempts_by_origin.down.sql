drop index sign_in_attempts_origin;
