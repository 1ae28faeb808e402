drop table known_devices;
drop table sign_in_attempts;
