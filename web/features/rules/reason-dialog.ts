import { onFirstOpen } from '#web/lib/on-demand.tsx'

/** Asks for the reason of a decision. It doesn't close on confirming; the caller decides when. */
export const ReasonDialog = onFirstOpen(
  () => import('#web/features/rules/reason-dialog-box.tsx'),
  'ReasonDialogBox',
  ({ isOpen }) => isOpen,
)

/** What the removal of somebody else's text means for its author, in the question before it. */
export const AUTHOR_TOLD = 'Its author gets your reason and can copy the text for 30 days.'
