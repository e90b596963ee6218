import org.verapdf.core.EncryptedPdfException;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.metadata.fixer.FixerFactory;
import org.verapdf.features.FeatureFactory;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.validators.ValidatorConfig;
import org.verapdf.pdfa.validation.validators.ValidatorConfigBuilder;
import org.verapdf.processor.BatchProcessingHandler;
import org.verapdf.processor.BatchProcessor;
import org.verapdf.processor.FormatOption;
import org.verapdf.processor.ProcessorConfig;
import org.verapdf.processor.ProcessorFactory;
import org.verapdf.processor.TaskType;
import org.verapdf.processor.plugins.PluginsCollectionConfig;

import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.LogManager;

/**
 * Lets the veraPDF core judge the files named on standard input, one path a line,
 * as the judge of the tests of transfer/pdfa. Usage:
 *   VeraJudge tsv FLAVOUR            path, flavour, PASS|FAIL|ENCRYPTED|ERROR, failed clauses, milliseconds
 *   VeraJudge xml|json FLAVOUR      the report veraPDF itself would write
 * FLAVOUR 0 is the claim of each file.
 */
public class VeraJudge {
    public static void main(String[] args) throws Exception {
        LogManager.getLogManager().reset();
        VeraGreenfieldFoundryProvider.initialise();
        List<File> files = new ArrayList<>();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.isEmpty()) {
                    files.add(new File(line));
                }
            }
        }
        PDFAFlavour flavour = args[1].equals("0") ? PDFAFlavour.NO_FLAVOUR : PDFAFlavour.byFlavourId(args[1]);
        if (args[0].equals("tsv")) {
            for (File file : files) {
                System.out.println(judge(file, flavour));
            }
            return;
        }
        report(files, flavour, FormatOption.fromOption(args[0]));
    }

    private static String judge(File file, PDFAFlavour wanted) {
        long start = System.nanoTime();
        String verdict;
        String name = "";
        Set<String> clauses = new TreeSet<>();
        boolean claimed = wanted == PDFAFlavour.NO_FLAVOUR;
        try (PDFAParser parser = claimed ? Foundries.defaultInstance().createParser(file)
                : Foundries.defaultInstance().createParser(file, wanted)) {
            PDFAFlavour flavour = claimed ? parser.getFlavour() : wanted;
            name = flavour.getId();
            ValidationResult result = Foundries.defaultInstance()
                    .createValidator(flavour, -1, false, true, false).validate(parser);
            verdict = result.isCompliant() ? "PASS" : "FAIL";
            for (TestAssertion a : result.getTestAssertions()) {
                if (a.getStatus() == TestAssertion.Status.FAILED) {
                    clauses.add(a.getRuleId().getClause() + "-t" + a.getRuleId().getTestNumber());
                }
            }
        } catch (EncryptedPdfException e) {
            verdict = "ENCRYPTED";
        } catch (Throwable e) {
            verdict = "ERROR";
        }
        long ms = (System.nanoTime() - start) / 1_000_000;
        return file + "\t" + name + "\t" + verdict + "\t" + String.join(",", clauses) + "\t" + ms;
    }

    private static void report(List<File> files, PDFAFlavour flavour, FormatOption format) throws Exception {
        ValidatorConfig validator = new ValidatorConfigBuilder().flavour(flavour)
                .maxNumberOfDisplayedFailedChecks(5).showErrorMessages(false).build();
        ProcessorConfig config = ProcessorFactory.fromValues(validator, FeatureFactory.defaultConfig(),
                PluginsCollectionConfig.defaultConfig(), FixerFactory.defaultConfig(), EnumSet.of(TaskType.VALIDATE));
        // The processor closes the handler.
        BatchProcessingHandler handler = ProcessorFactory.getHandler(format, false, System.out, false);
        try (BatchProcessor processor = ProcessorFactory.fileBatchProcessor(config)) {
            processor.process(files, handler);
        }
    }
}
