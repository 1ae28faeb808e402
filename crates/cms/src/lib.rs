//! Certificates and CMS signatures; knows no PDF.
