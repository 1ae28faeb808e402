//! Signatures judged from outside: pyHanko, poppler and qpdf have to agree with what is made here.
//!
//! Needs ../shared beside the checkout, OpenSSL, and the judge's Python environment
//! (`COUNTERSIGN_JUDGE`, else `~/.cache/countersign/judge/venv`); says so and passes where one is
//! missing.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{NOW, form, join};
use countersign_forms::{Field, FieldType, FieldValue, MergeOptions, PlaceField, Rect, place};
use countersign_pdf::{Dictionary, Document, Object, ObjectId, Update};
use countersign_sign::{PrepareOptions, SigningField, complete_with_signature, prepare};

struct Judge {
    shared: PathBuf,
    python: PathBuf,
    folder: PathBuf,
}

/// One of the test authority's signers.
struct Key {
    pki: &'static str,
    name: &'static str,
    pss: bool,
}

const KEYS: [Key; 5] = [
    Key {
        pki: "out-rsa",
        name: "signer",
        pss: false,
    },
    Key {
        pki: "out-rsa",
        name: "signer",
        pss: true,
    },
    Key {
        pki: "out-ec",
        name: "signer",
        pss: false,
    },
    Key {
        pki: "out-ec",
        name: "signer384",
        pss: false,
    },
    Key {
        pki: "out-ed",
        name: "signer",
        pss: false,
    },
];

impl Judge {
    fn find(test: &str) -> Option<Self> {
        let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
        let python = match std::env::var_os("COUNTERSIGN_JUDGE") {
            Some(folder) => PathBuf::from(folder).join("bin/python"),
            None => PathBuf::from(std::env::var_os("HOME")?)
                .join(".cache/countersign/judge/venv/bin/python"),
        };
        let openssl = Command::new("openssl").arg("version").output().is_ok();
        if !shared.is_dir() || !python.exists() || !openssl {
            println!("skipped: ../shared, OpenSSL or the judge's environment is missing");
            return None;
        }
        let folder =
            std::env::temp_dir().join(format!("countersign-judge-{}-{test}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Some(Self {
            shared,
            python,
            folder,
        })
    }

    fn openssl(&self, arguments: &[&str]) -> Vec<u8> {
        let output = Command::new("openssl")
            .args(arguments)
            .current_dir(&self.folder)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "openssl {arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        output.stdout
    }

    fn pfx(&self, key: &Key, arguments: &[&str]) -> Vec<u8> {
        let path = self
            .shared
            .join("judge/signature/pki")
            .join(key.pki)
            .join(format!("{}.pfx", key.name));
        let path = path.canonicalize().unwrap();
        let all = [
            "pkcs12",
            "-in",
            path.to_str().unwrap(),
            "-passin",
            "pass:test",
            "-nodes",
        ];
        self.openssl(&[&all, arguments].concat())
    }

    fn options(&self, key: &Key, field: SigningField) -> PrepareOptions {
        let certificate = self.pfx(key, &["-clcerts", "-nokeys"]);
        let mut options = PrepareOptions::new(field, certificate, NOW);
        options.chain = vec![self.pfx(key, &["-cacerts", "-nokeys"])];
        options.pss = key.pss;
        options
    }

    fn value(&self, key: &Key, digest: &str, tbs: &[u8]) -> Vec<u8> {
        std::fs::write(self.folder.join("key.pem"), self.pfx(key, &["-nocerts"])).unwrap();
        std::fs::write(self.folder.join("tbs"), tbs).unwrap();
        if key.pki == "out-ed" {
            return self.openssl(&[
                "pkeyutl", "-sign", "-rawin", "-inkey", "key.pem", "-in", "tbs",
            ]);
        }
        let digest = format!("-{digest}");
        let mut arguments = vec!["dgst", digest.as_str(), "-sign", "key.pem"];
        if key.pss {
            arguments.extend([
                "-sigopt",
                "rsa_padding_mode:pss",
                "-sigopt",
                "rsa_pss_saltlen:digest",
            ]);
        }
        arguments.push("tbs");
        self.openssl(&arguments)
    }

    fn sign(&self, file: &[u8], key: &Key, options: &PrepareOptions) -> Vec<u8> {
        let document = Document::from_bytes(file).unwrap();
        let prepared = prepare(&document, options).unwrap();
        let digest = format!("{:?}", prepared.digest).to_lowercase();
        let value = self.value(key, &digest, &prepared.tbs);
        let tail = complete_with_signature(&prepared.session, &value).unwrap();
        join(file, &tail)
    }

    /// All three judges accept the file, and the last signature covers all of it.
    fn accepts(&self, name: &str, file: &[u8], key: &Key, signatures: usize) {
        let path = self.folder.join(name);
        std::fs::write(&path, file).unwrap();
        let trust = self
            .shared
            .join("judge/signature/pki")
            .join(key.pki)
            .join("root.cert.pem");
        let output = Command::new(&self.python)
            .arg(self.shared.join("judge/signature/judge.py"))
            .arg(&path)
            .args([
                "--trust",
                trust.to_str().unwrap(),
                "--at",
                "2026-11-22T00:00:00Z",
            ])
            .args(["--expect-level", "B-B", "--expect-coverage", "ENTIRE_FILE"])
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success(),
            "{name}: {text}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert_eq!(
            text.matches("\"gap_exact\": true").count(),
            signatures,
            "{name}: {text}"
        );
        self.poppler(name, &path, key, signatures);
        let output = Command::new("qpdf").arg("--check").arg(&path).output();
        if let Ok(output) = output {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{name}: {text}{errors}");
        }
    }

    /// poppler can't judge Ed25519.
    fn poppler(&self, name: &str, path: &Path, key: &Key, signatures: usize) {
        let output = Command::new("pdfsig").arg("-nocert").arg(path).output();
        if let (Ok(output), true) = (output, key.pki != "out-ed") {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let valid = text
                .matches("Signature Validation: Signature is Valid.")
                .count();
            assert_eq!(valid, signatures, "{name}: {text}");
            assert!(text.contains("Total document signed"), "{name}: {text}");
        }
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

fn existing(name: &str) -> SigningField {
    SigningField::Existing(name.to_owned())
}

fn field(kind: FieldType, name: &str, x: f64, y: f64) -> Field {
    Field {
        id: name.to_owned(),
        kind,
        rect: Rect {
            x,
            y,
            width: 20.0,
            height: 4.0,
        },
        field_name: name.to_owned(),
        ..Field::default()
    }
}

/// The file with a text and a signature field for each of two people.
fn placed(file: &[u8]) -> Vec<u8> {
    let document = Document::from_bytes(file).unwrap();
    let mut update = Update::new(&document);
    let fields = ["one", "two"]
        .into_iter()
        .enumerate()
        .flat_map(|(row, name)| {
            let y = 10.0 + 10.0 * row as f64;
            let text = field(FieldType::Text, &format!("{name} text"), 5.0, y);
            let signature = field(FieldType::Signature, &format!("{name} signature"), 40.0, y);
            [(text, false), (signature, true)]
        });
    let fields: Vec<PlaceField> = fields
        .map(|(field, as_signature)| PlaceField {
            field,
            as_signature,
        })
        .collect();
    place(&mut update, &fields, &MergeOptions::default()).unwrap();
    join(file, &update.finish().unwrap())
}

fn png() -> Vec<u8> {
    // One red pixel.
    let hex = "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de\
               0000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082";
    let digits: Vec<u8> = hex.bytes().filter(u8::is_ascii_hexdigit).collect();
    digits
        .chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

#[test]
fn every_kind_of_key_is_accepted() {
    let Some(judge) = Judge::find("keys") else {
        return;
    };
    for (index, key) in KEYS.iter().enumerate() {
        let signed = judge.sign(&form(), key, &judge.options(key, existing("alice")));
        judge.accepts(&format!("key-{index}.pdf"), &signed, key, 1);
    }
}

#[test]
fn two_people_fill_and_sign_real_forms() {
    let Some(judge) = Judge::find("forms") else {
        return;
    };
    let key = &KEYS[2];
    let forms = ["irs_fw9_2014", "uscis_G-1145", "az8879"];
    for name in forms {
        let path = judge
            .shared
            .join("data/forms/original")
            .join(format!("{name}.pdf"));
        let original = std::fs::read(path).unwrap();
        let mut file = placed(&original);
        for person in ["one", "two"] {
            let mut options = judge.options(key, existing(&format!("{person} signature")));
            options.values.insert(
                format!("{person} text"),
                FieldValue::Text("Gründlich gelesen".to_owned()),
            );
            options.picture = Some(png());
            options.reason = Some("I agree".to_owned());
            file = judge.sign(&file, key, &options);
        }
        assert!(file.starts_with(&original));
        judge.accepts(&format!("{name}.pdf"), &file, key, 2);
    }
}

#[test]
fn cross_reference_streams_and_certification_are_accepted() {
    let Some(judge) = Judge::find("streams") else {
        return;
    };
    let key = &KEYS[0];
    let source = judge.folder.join("source.pdf");
    std::fs::write(&source, placed(&form())).unwrap();
    let target = judge.folder.join("streams.pdf");
    let qpdf = Command::new("qpdf")
        .arg("--object-streams=generate")
        .arg(&source)
        .arg(&target)
        .output();
    let Ok(output) = qpdf else {
        println!("skipped: qpdf is missing");
        return;
    };
    assert!(output.status.success());
    let mut file = std::fs::read(target).unwrap();
    for (person, level) in [("one", Some(2)), ("two", None)] {
        let mut options = judge.options(key, existing(&format!("{person} signature")));
        options.doc_mdp = level;
        options.values.insert(
            format!("{person} text"),
            FieldValue::Text("Read".to_owned()),
        );
        file = judge.sign(&file, key, &options);
    }
    judge.accepts("certified.pdf", &file, key, 2);
    let invisible = SigningField::Invisible {
        name: "seal".to_owned(),
    };
    let sealed = judge.sign(&file, key, &judge.options(key, invisible));
    judge.accepts("sealed.pdf", &sealed, key, 3);
}

#[test]
fn encrypted_files_are_signed_with_the_signature_in_the_clear() {
    let Some(judge) = Judge::find("encrypted") else {
        return;
    };
    let key = &KEYS[2];
    let source = judge.folder.join("source.pdf");
    std::fs::write(&source, placed(&form())).unwrap();
    for (name, bits) in [("aes-256", "256"), ("aes-128", "128"), ("rc4", "128")] {
        let target = judge.folder.join(format!("{name}.pdf"));
        let mut command = Command::new("qpdf");
        command.args(["--allow-weak-crypto", "--encrypt", "", "owner", bits]);
        match name {
            "aes-128" => command.arg("--use-aes=y"),
            "rc4" => command.arg("--use-aes=n"),
            _ => &mut command,
        };
        let Ok(output) = command.arg("--").arg(&source).arg(&target).output() else {
            println!("skipped: qpdf is missing");
            return;
        };
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let mut file = std::fs::read(target).unwrap();
        for person in ["one", "two"] {
            let mut options = judge.options(key, existing(&format!("{person} signature")));
            options.values.insert(
                format!("{person} text"),
                FieldValue::Text("Read".to_owned()),
            );
            options.reason = Some("I agree".to_owned());
            file = judge.sign(&file, key, &options);
        }
        judge.accepts(&format!("signed-{name}.pdf"), &file, key, 2);
    }
}

#[test]
fn a_field_with_a_lock_is_accepted() {
    let Some(judge) = Judge::find("lock") else {
        return;
    };
    let key = &KEYS[2];
    let file = form();
    let document = Document::from_bytes(file.clone()).unwrap();
    let mut update = Update::new(&document);
    let names = vec![Object::text("name")];
    let lock = Dictionary::new()
        .with("Type", Object::name("SigFieldLock"))
        .with("Action", Object::name("Include"))
        .with("Fields", names);
    let alice = ObjectId::new(7, 0);
    update
        .edit(alice, |field| field.insert("Lock", lock))
        .unwrap();
    let file = join(&file, &update.finish().unwrap());
    let first = judge.sign(&file, key, &judge.options(key, existing("alice")));
    let mut options = judge.options(key, existing("bob"));
    options
        .values
        .insert("note".to_owned(), FieldValue::Text("free".to_owned()));
    judge.accepts("locked.pdf", &judge.sign(&first, key, &options), key, 2);
}
