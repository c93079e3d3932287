import { onFirstOpen } from '#web/lib/on-demand.tsx'

export const ReportDialog = onFirstOpen(
  () => import('#web/features/stories/report-dialog.tsx'),
  'ReportDialog',
  ({ target }) => target !== null,
)

export const MuteDialog = onFirstOpen(
  () => import('#web/features/stories/mute-dialog.tsx'),
  'MuteDialog',
  ({ target }) => target !== null,
)

export const AuthorDialog = onFirstOpen(
  () => import('#web/features/stories/author-dialog.tsx'),
  'AuthorDialog',
  ({ target }) => target !== null,
)
