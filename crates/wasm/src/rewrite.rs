//! Encryption, decryption and removal of signatures, in batches.

use std::collections::VecDeque;
use std::rc::Rc;

use countersign_codes::CoreErrorCode;
use countersign_forms::locks::{self, DocumentChange, Restrictions};
use countersign_forms::{Bytes, FormsError};
use countersign_pdf::{
    Batch, Changes, Document, Encryption, Entropy, Job, PdfError, Permissions, Protection, Rewrite,
    Security, rewrap,
};
use wasm_bindgen::prelude::*;

use crate::convert::{from_js, to_js};
use crate::error::CoreError;
use crate::shapes::{
    JobCipher, Patch, PermissionChoice, ProtectionOptions, RewriteBatch, RewriteChain, RewriteJob,
    RewriteOptions, RewriteTask, RewriteText,
};

impl RewriteTask {
    const fn failure(self) -> CoreErrorCode {
        match self {
            Self::Encrypt => CoreErrorCode::FailedToEncrypt,
            Self::Decrypt => CoreErrorCode::FailedToDecrypt,
            Self::UpdatePassword => CoreErrorCode::FailedToUpdatePassword,
            Self::RemoveSignatures => CoreErrorCode::FailedToRemoveSignatures,
        }
    }

    /// Whether the document must already be encrypted.
    const fn needs_password(self) -> bool {
        matches!(self, Self::Decrypt | Self::UpdatePassword)
    }

    /// Error of this task, with the code of its cause.
    fn failed(self, cause: &PdfError) -> CoreError {
        CoreError {
            details: Some(serde_json::json!({ "cause": cause.code() })),
            ..CoreError::new(self.failure(), cause.to_string())
        }
    }

    fn refused(self, why: &str) -> CoreError {
        CoreError::new(self.failure(), why)
    }
}

/// A rewrite of a document in progress.
#[wasm_bindgen]
pub struct WasmRewrite {
    rewrite: Rewrite,
    /// Batches returned by `next` and not yet passed to `finish`.
    batches: VecDeque<Batch>,
    task: RewriteTask,
}

impl WasmRewrite {
    /// Plans the new file.
    pub fn start(document: &Rc<Document>, options: RewriteOptions) -> Result<Self, CoreError> {
        let task = options.task;
        if task.needs_password() && !document.is_encrypted() {
            return Err(task.refused("the document has no password"));
        }
        check_permitted(document, task)?;
        let protection = match (task, options.protection) {
            (RewriteTask::RemoveSignatures, _) => Protection::Keep,
            (RewriteTask::Decrypt, _) => Protection::Remove,
            (_, Some(options)) => {
                let (encryption, entropy) = encryption(options, before(document, task))?;
                Protection::Encrypt(encryption, entropy)
            }
            (_, None) => return Err(task.refused("there are no passwords")),
        };
        let changes = match task {
            RewriteTask::RemoveSignatures => countersign_sign::strip(document)
                .map_err(|error| task.failed(&error))?
                .into(),
            RewriteTask::Encrypt | RewriteTask::Decrypt | RewriteTask::UpdatePassword => {
                Changes::default()
            }
        };
        let rewrite = Rewrite::new(Rc::clone(document), changes, protection)
            .map_err(|error| task.failed(&error))?;
        Ok(Self {
            rewrite,
            batches: VecDeque::new(),
            task,
        })
    }
}

#[wasm_bindgen]
impl WasmRewrite {
    /// Returns the next batch of objects, of about this many bytes; `null` when the file is complete.
    #[wasm_bindgen(unchecked_return_type = "RewriteBatch | null")]
    pub fn next(&mut self, bytes: f64) -> Result<JsValue, JsValue> {
        let batch = self.rewrite.next(bytes as u64);
        let Some(batch) = batch.map_err(|error| self.task.failed(&error))? else {
            return Ok(JsValue::NULL);
        };
        let (done, total) = self.rewrite.progress();
        let chain = chain(&batch);
        let jobs = match chain {
            Some(_) => Vec::new(),
            None => batch.jobs().iter().map(job).collect(),
        };
        self.batches.push_back(batch);
        to_js(&RewriteBatch {
            jobs,
            chain,
            done,
            total,
        })
    }

    /// Returns the bytes of the oldest unfinished batch. `lengths` has the length of each job's result, or `null` for
    /// a job that failed.
    #[wasm_bindgen(unchecked_return_type = "RewriteText")]
    pub fn finish(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "(number | null)[]")] lengths: JsValue,
    ) -> Result<JsValue, JsValue> {
        let lengths: Vec<Option<u64>> = from_js(lengths)?;
        let batch = self.batches.pop_front();
        let batch = batch.ok_or_else(|| self.task.refused("there is no unfinished batch"))?;
        let text = self.rewrite.finish(&batch, &lengths);
        let text = text.map_err(|error| self.task.failed(&error))?;
        to_js(&RewriteText {
            bytes: Bytes(text.bytes),
            cuts: text.cuts,
        })
    }
}

/// Converts the jobs of a batch to a chain, if they can be done in one call.
fn chain(batch: &Batch) -> Option<RewriteChain> {
    if !batch.is_chain() {
        return None;
    }
    let (key, _) = batch.jobs().first()?.encrypt.as_ref()?;
    let vectors = batch.jobs().iter().filter_map(|job| job.encrypt.as_ref());
    let ends = batch
        .jobs()
        .iter()
        .flat_map(|job| [job.range.start, job.range.end]);
    Some(RewriteChain {
        key: Bytes(key.as_bytes().to_vec()),
        vectors: Bytes(vectors.flat_map(|(_, vector)| *vector).collect()),
        ranges: ends.collect(),
    })
}

fn job(job: &Job) -> RewriteJob {
    let decrypt = job.decrypt.as_ref();
    let encrypt = job.encrypt.as_ref().map(|(key, vector)| JobCipher {
        key: Bytes(key.as_bytes().to_vec()),
        vector: Bytes(vector.to_vec()),
    });
    RewriteJob {
        start: job.range.start,
        end: job.range.end,
        decrypt: decrypt.map(|key| Bytes(key.as_bytes().to_vec())),
        encrypt,
    }
}

/// Changes the passwords and keeps the file key. `None` if the document must be encrypted again.
pub fn rewrapped(
    document: &Document,
    options: ProtectionOptions,
) -> Result<Option<Patch>, CoreError> {
    let task = RewriteTask::UpdatePassword;
    if !document.is_encrypted() {
        return Err(task.refused("the document has no password"));
    }
    check_permitted(document, task)?;
    let (encryption, entropy) = encryption(options, before(document, task))?;
    let patch = rewrap(document, &encryption, &entropy).map_err(|error| task.failed(&error))?;
    Ok(patch.map(|patch| Patch {
        start: patch.range.start,
        end: patch.range.end,
        bytes: Bytes(patch.bytes),
    }))
}

/// Fails if signatures or permissions forbid the task. A new file has none of the bytes that were signed; removing the
/// signatures is what a caller does who wants that.
fn check_permitted(document: &Document, task: RewriteTask) -> Result<(), CoreError> {
    match task {
        RewriteTask::Encrypt | RewriteTask::Decrypt | RewriteTask::UpdatePassword => {
            let restrictions = Restrictions::of(document).map_err(|error| task.failed(&error))?;
            Ok(restrictions.check(DocumentChange::Rewrite)?)
        }
        RewriteTask::RemoveSignatures if locks::permits(document, |it| it.modify) => Ok(()),
        RewriteTask::RemoveSignatures => Err(FormsError::NotPermitted.into()),
    }
}

/// Current protection. For a change of passwords it supplies the defaults.
fn before(document: &Document, task: RewriteTask) -> Option<&Security> {
    let security = document.security();
    security.filter(|_| task == RewriteTask::UpdatePassword)
}

fn encryption(
    options: ProtectionOptions,
    before: Option<&Security>,
) -> Result<(Encryption, Entropy), CoreError> {
    let entropy = <[u8; 64]>::try_from(options.entropy.0).map_err(|_| {
        CoreError::new(
            CoreErrorCode::RequestValidationError,
            "64 random bytes are needed",
        )
    })?;
    let metadata = before.is_none_or(Security::encrypts_metadata);
    let allowed = before.map_or(Permissions::ALL, Security::permissions);
    let encryption = Encryption {
        user: options.user,
        owner: options.owner,
        permissions: options.permissions.as_ref().map_or(allowed, permissions),
        algorithm: options.algorithm,
        encrypt_metadata: options.encrypt_metadata.unwrap_or(metadata),
    };
    Ok((encryption, Entropy::new(entropy)))
}

fn permissions(choice: &PermissionChoice) -> Permissions {
    Permissions {
        print: choice.print_document,
        modify: choice.modify_content,
        copy: choice.copy,
        annotate: choice.annots,
        fill_forms: choice.fill_forms,
        accessibility: true,
        assemble: choice.assemble_document,
        print_high: choice.print_representation,
    }
}
