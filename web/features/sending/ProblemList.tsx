import { useTranslation } from 'react-i18next';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { SendProblem } from './problems.ts';
import styles from './sending.module.scss';

type Translate = ReturnType<typeof useTranslation<'sending'>>['t'];

interface ProblemListProps {
  problems: readonly SendProblem[];
  /** Opens the place where a problem can be fixed. */
  onShow: (problem: SendProblem) => void;
}

/** Problems that prevent sending, each with a link to where it can be fixed. */
export function ProblemList({ problems, onShow }: ProblemListProps) {
  const { t } = useTranslation('sending');
  return (
    <Banner meaning="attention">
      <p>{t('mend')}</p>
      <ul className={styles.problems}>
        {problems.map((problem) => (
          <li key={`${problem.code}${'fileId' in problem ? problem.fileId : ''}`}>
            {problemText(problem, t)}{' '}
            {problem.code === 'no_files' ? null : (
              <Button look="quiet" onPress={() => onShow(problem)} aria-label={`${t('problem.show')}: ${problemText(problem, t)}`}>
                {problem.code === 'no_recipients' ? t('problem.addRecipient') : t('problem.show')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function problemText(problem: SendProblem, t: Translate): string {
  switch (problem.code) {
    case 'stray_fields':
      return t('problem.stray_fields', { file: problem.file, count: problem.fieldIds.length });
    case 'shared_names':
      return t('problem.shared_names', { file: problem.file, names: problem.names.join(', ') });
    case 'late_inputs':
      return t('problem.late_inputs', { file: problem.file, names: problem.names.join(', ') });
    default:
      return t(`problem.${problem.code}`);
  }
}
