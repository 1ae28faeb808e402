import { useTranslation } from 'react-i18next';
import { isEditable, type Transaction } from '#contract/entities/transaction.ts';
import { useCreationRefusalIn } from '../organizations/use-may-create.ts';
import { useRefusalNotice } from '../organizations/use-refusal-notice.ts';
import { selectOrgId } from '../session/session.slice.ts';
import { useAppSelector } from '../store.ts';

type Copied = Pick<Transaction, 'status' | 'options' | 'orgId'>;

/** Why no duplicate of a transaction can be made, as a sentence; null if one can. It is created in the current space. */
export const useDuplicateRefusal = (transaction: Copied): string | null => useCopyRefusal(transaction, useAppSelector(selectOrgId));

/** Why no correction of a transaction can be made, as a sentence; null if one can. It is created in the space of the original. */
export const useCorrectionRefusal = (transaction: Copied): string | null => useCopyRefusal(transaction, transaction.orgId);

function useCopyRefusal({ status, options }: Copied, space: string | null): string | null {
  const { t } = useTranslation('lists');
  const notice = useRefusalNotice();
  const [ofTransactions, ofFiles] = [useCreationRefusalIn(space, 'createTransactions'), useCreationRefusalIn(space, 'createFiles')];
  if (ofTransactions) return notice.textOf(ofTransactions, 'createTransactions');
  if (ofFiles) return notice.textOf(ofFiles, 'createFiles');
  return options.requirePasswordProtection && !isEditable(status) ? t('duplicate.protected') : null;
}
