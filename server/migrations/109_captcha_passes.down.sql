drop table captcha_passes;
