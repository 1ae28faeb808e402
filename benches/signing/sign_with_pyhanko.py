"""One signature by pyHanko: sign_with_pyhanko.py INPUT OUTPUT KEY CERTIFICATE. Prints what it took, without loading the library."""

import json
import re
import sys
import time
from pathlib import Path

from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers
from pyhanko.version import __version__

source, output, key, certificate = sys.argv[1:]
signer = signers.SimpleSigner.load(key, certificate)
began = time.perf_counter()
with open(source, "rb") as file, open(output, "w+b") as result:
    writer = IncrementalPdfFileWriter(file)
    metadata = signers.PdfSignatureMetadata(
        field_name="Signature", subfilter=fields.SigSeedSubFilter.PADES, md_algorithm="sha256"
    )
    signers.sign_pdf(writer, metadata, signer, output=result)
taken = (time.perf_counter() - began) * 1000
# Not ru_maxrss: it begins with what the process held that started this one.
peak = int(re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())[1]) / 1024
print(json.dumps({"name": "pyHanko (Python)", "version": __version__, "milliseconds": taken, "peakMegabytes": peak}))
