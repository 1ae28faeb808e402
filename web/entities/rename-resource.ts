import { updateFile } from './files/files.requests.ts';
import type { Resource } from './sharing/resource.ts';
import type { AppDispatch } from './store.ts';
import { updateTemplate } from './templates/templates.requests.ts';
import { updateTransaction } from './transactions/transactions.requests.ts';

/** Gives a file, transaction or template another title. */
export const renameResource = ({ kind, id }: Resource, title: string) => async (dispatch: AppDispatch): Promise<void> => {
  if (kind === 'file') await dispatch(updateFile({ id, attributes: { title } })).unwrap();
  else if (kind === 'template') await dispatch(updateTemplate({ id, name: title })).unwrap();
  else await dispatch(updateTransaction({ id, name: title })).unwrap();
};
