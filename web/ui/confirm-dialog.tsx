import { onFirstOpen } from '#web/ui/on-first-open.tsx'

/** Asks for confirmation. It doesn't close on confirming; the caller decides when. */
export const ConfirmDialog = onFirstOpen(
  async () => (await import('#web/ui/confirm-dialog-box.tsx')).ConfirmDialogBox,
  ({ isOpen }) => isOpen,
)
