import i18next from 'i18next';
import { activeRecipients } from '#contract/entities/signing-order.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { remindedOf } from '#web/entities/transactions/remindable-from.ts';
import { reminderTexts } from '#web/entities/transactions/reminder-texts.ts';
import { remindRecipient } from '#web/entities/transactions/transactions.requests.ts';
import { toAppError, type ErrorInfo } from '#web/services/app-error.ts';
import { addFurtherTexts } from '#web/services/i18n/i18n.ts';
import { personName } from '#web/ui/initials.ts';

/**
 * Reminds all who can be reminded, with the text that the dialog for one reminder proposes. Resolves to null if one of them was
 * reminded or nobody has to do anything any more, else to the error.
 */
export const useRemindAll = () => {
  const dispatch = useAppDispatch();
  return async (transaction: Transaction | undefined): Promise<ErrorInfo | null> => {
    if (!transaction) return null;
    try {
      await addFurtherTexts();
    } catch (error) {
      return toAppError(error).toInfo();
    }
    const { id, name: title } = transaction;
    const errors: (ErrorInfo | null)[] = [];
    for (const recipient of remindedOf(activeRecipients(transaction.recipients))) {
      const proposed = reminderTexts(recipient);
      const subject = i18next.t(`sending:${proposed.title}`, { title }).slice(0, lengths.title);
      const message = i18next.t(`sending:${proposed.message}`, { name: personName(recipient), title });
      const outcome = await dispatch(remindRecipient({ id, userId: recipient.id, title: subject, message }));
      errors.push(remindRecipient.fulfilled.match(outcome) ? null : (outcome.payload ?? null));
    }
    return errors.includes(null) ? null : (errors[0] ?? null);
  };
};
