export const isDialogOpen = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') !== null;
