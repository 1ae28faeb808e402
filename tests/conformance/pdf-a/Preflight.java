import java.io.File;
import org.apache.pdfbox.preflight.PreflightDocument;
import org.apache.pdfbox.preflight.ValidationResult;
import org.apache.pdfbox.preflight.exception.SyntaxValidationException;
import org.apache.pdfbox.preflight.parser.PreflightParser;

/** Judges files as PDF/A-1b; writes a line for each error: the file, a tab, the code and the words. */
public class Preflight {
    public static void main(String[] paths) throws Exception {
        for (String path : paths) {
            for (ValidationResult.ValidationError error : judge(new File(path)).getErrorsList()) {
                String words = String.valueOf(error.getDetails()).replaceAll("\\s+", " ");
                System.out.println(path + "\t" + error.getErrorCode() + " " + words);
            }
        }
        System.out.println("judged " + paths.length);
    }

    private static ValidationResult judge(File file) throws Exception {
        try {
            PreflightParser parser = new PreflightParser(file);
            parser.parse();
            try (PreflightDocument document = parser.getPreflightDocument()) {
                document.validate();
                return document.getResult();
            }
        } catch (SyntaxValidationException broken) {
            return broken.getResult();
        }
    }
}
