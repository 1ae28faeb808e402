import java.io.ByteArrayInputStream;
import java.io.File;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Security;
import java.security.interfaces.DSAPublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.PDSignature;
import org.apache.pdfbox.pdmodel.interactive.form.PDSignatureField;
import org.bouncycastle.asn1.cms.Attribute;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedData;
import org.bouncycastle.cms.SignerInformation;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.operator.DefaultAlgorithmNameFinder;
import org.bouncycastle.tsp.TimeStampToken;

/**
 * Judges the signatures of files with PDFBox and BouncyCastle: digests and values, neither trust nor later changes. Writes a line for
 * each signature, its parts separated by tabs; the paths of the files come as lines on the standard input.
 */
public class SignatureJudge {
    public static void main(String[] args) throws Exception {
        Security.addProvider(new BouncyCastleProvider());
        for (String path : new String(System.in.readAllBytes()).split("\n")) {
            try {
                judge(path);
            } catch (Exception | StackOverflowError unreadable) {
                print(path, "unreadable", oneLine(unreadable));
            }
        }
        System.out.println("done");
    }

    private static void judge(String path) throws Exception {
        byte[] file = Files.readAllBytes(new File(path).toPath());
        try (PDDocument document = PDDocument.load(file)) {
            for (PDSignatureField field : document.getSignatureFields()) {
                PDSignature signature = field.getSignature();
                if (signature != null) print(path, "signature", String.valueOf(field.getFullyQualifiedName()), judge(signature, file));
            }
        }
    }

    /** Whether it is intact, whether it covers the whole file, digest, kind and bits of the key, proven time, problem. */
    private static String judge(PDSignature signature, byte[] file) {
        int[] range = signature.getByteRange();
        boolean whole = range != null && range.length == 4 && range[2] + range[3] == file.length;
        try {
            byte[] signed = signature.getSignedContent(new ByteArrayInputStream(file));
            CMSSignedData cms = new CMSSignedData(new CMSProcessableByteArray(signed), signature.getContents(file));
            if (cms.getSignedContent() != null && cms.getSignedContentTypeOID().equals(PKCSObjectIdentifiers.id_ct_TSTInfo.getId())) return judgeStamp(signature, file, signed, whole);
            if ("adbe.pkcs7.sha1".equals(signature.getSubFilter())) cms = new CMSSignedData(signature.getContents(file));
            return judgeCms(signature, cms, signed, whole);
        } catch (Exception problem) {
            return row(false, whole, "", "", 0, 0, oneLine(problem));
        }
    }

    private static String judgeCms(PDSignature signature, CMSSignedData cms, byte[] signed, boolean whole) throws Exception {
        SignerInformation signer = cms.getSignerInfos().getSigners().iterator().next();
        boolean content = !"adbe.pkcs7.sha1".equals(signature.getSubFilter())
            || Arrays.equals((byte[]) cms.getSignedContent().getContent(), MessageDigest.getInstance("SHA-1").digest(signed));
        PublicKey key = keyOf(cms, signer);
        boolean value = signer.verify(new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(key));
        String problem = cms.getSignerInfos().size() == 1 ? "" : "several signers";
        return row(content && value && problem.isEmpty(), whole, digest(signer), key.getAlgorithm(), bits(key), provenTime(signer), problem);
    }

    /** A document time stamp; the program of PDFBox's own checks calls it so by its content. */
    private static String judgeStamp(PDSignature signature, byte[] file, byte[] signed, boolean whole) throws Exception {
        CMSSignedData cms = new CMSSignedData(signature.getContents(file));
        TimeStampToken token = new TimeStampToken(cms);
        SignerInformation signer = cms.getSignerInfos().getSigners().iterator().next();
        PublicKey key = keyOf(cms, signer);
        boolean value = signer.verify(new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(key));
        return row(value && imprints(token, signed), whole, digest(signer), key.getAlgorithm(), bits(key), 0, "");
    }

    private static boolean imprints(TimeStampToken token, byte[] of) throws Exception {
        byte[] digest = MessageDigest.getInstance(token.getTimeStampInfo().getMessageImprintAlgOID().getId(), "BC").digest(of);
        return Arrays.equals(digest, token.getTimeStampInfo().getMessageImprintDigest());
    }

    private static PublicKey keyOf(CMSSignedData cms, SignerInformation signer) throws Exception {
        Object found = cms.getCertificates().getMatches(signer.getSID()).iterator().next();
        return new JcaPEMKeyConverter().setProvider("BC").getPublicKey(((X509CertificateHolder) found).getSubjectPublicKeyInfo());
    }

    private static String digest(SignerInformation signer) {
        return new DefaultAlgorithmNameFinder().getAlgorithmName(signer.getDigestAlgorithmID());
    }

    private static int bits(PublicKey key) {
        if (key instanceof RSAPublicKey) return ((RSAPublicKey) key).getModulus().bitLength();
        if (key instanceof ECPublicKey) return ((ECPublicKey) key).getParams().getOrder().bitLength();
        return key instanceof DSAPublicKey ? ((DSAPublicKey) key).getParams().getP().bitLength() : 256;
    }

    /** Of the time stamp over the signature, in seconds; 0 without a valid one. */
    private static long provenTime(SignerInformation signer) {
        try {
            Attribute stamp = signer.getUnsignedAttributes().get(PKCSObjectIdentifiers.id_aa_signatureTimeStampToken);
            CMSSignedData cms = new CMSSignedData(stamp.getAttrValues().getObjectAt(0).toASN1Primitive().getEncoded());
            TimeStampToken token = new TimeStampToken(cms);
            PublicKey key = keyOf(cms, cms.getSignerInfos().getSigners().iterator().next());
            boolean value = cms.getSignerInfos().getSigners().iterator().next().verify(new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(key));
            return value && imprints(token, signer.getSignature()) ? token.getTimeStampInfo().getGenTime().getTime() / 1000 : 0;
        } catch (Exception none) {
            return 0;
        }
    }

    private static String row(boolean intact, boolean whole, String digest, String key, int bits, long proven, String problem) {
        return String.join("\t", String.valueOf(intact), String.valueOf(whole), digest, key, String.valueOf(bits), String.valueOf(proven), problem);
    }

    private static String oneLine(Throwable problem) {
        String words = String.valueOf(problem).replaceAll("\\s+", " ");
        return words.substring(0, Math.min(words.length(), 100));
    }

    private static void print(String... parts) {
        System.out.println(String.join("\t", parts));
    }
}
