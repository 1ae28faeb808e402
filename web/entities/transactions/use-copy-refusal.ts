import { useTranslation } from 'react-i18next';
import { isEditable, type Transaction } from '#contract/entities/transaction.ts';
import { useCreationRefusal } from '../organizations/use-may-create.ts';
import { useRefusalNotice } from '../organizations/use-refusal-notice.ts';

/** Why no draft can be made from a transaction, as a sentence; null if one can. */
export function useCopyRefusal({ status, options }: Pick<Transaction, 'status' | 'options'>): string | null {
  const { t } = useTranslation('lists');
  const notice = useRefusalNotice();
  const [ofTransactions, ofFiles] = [useCreationRefusal('createTransactions'), useCreationRefusal('createFiles')];
  if (ofTransactions) return notice.textOf(ofTransactions, 'createTransactions');
  if (ofFiles) return notice.textOf(ofFiles, 'createFiles');
  return options.requirePasswordProtection && !isEditable(status) ? t('duplicate.protected') : null;
}
