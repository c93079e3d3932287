import { onFirstOpen } from '#web/lib/on-demand.tsx'

/** Asks for confirmation. It doesn't close on confirming; the caller decides when. */
export const ConfirmDialog = onFirstOpen(
  () => import('#web/ui/confirm-dialog-box.tsx'),
  'ConfirmDialogBox',
  ({ isOpen }) => isOpen,
)
