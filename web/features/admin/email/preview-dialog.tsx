import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { MailContent, MailPreview, MailWarning } from '#contract/email.ts'
import { previewQuery } from '#web/features/admin/email/queries.ts'
import { type PreviewTheme, previewPage } from '#web/features/admin/email/sealed-mail.ts'
import { ChoiceField } from '#web/features/admin/kit/choice-field.tsx'
import { DecisionDialog } from '#web/features/admin/kit/decision-dialog.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'

/** In pixels: a typical phone, and the reading pane of a typical email program. */
const WIDTHS = { phone: 375, desktop: 700 } as const
type Width = keyof typeof WIDTHS

const WIDTH_LABELS = { phone: 'Phone', desktop: 'Desktop' }
const THEME_LABELS = { light: 'Light', dark: 'Dark' }

interface PreviewDialogProps {
  content: MailContent
  isOpen: boolean
  onClose: () => void
}

/** Shows the email as its readers get it, on phones and desktops, in light and dark themes. */
export function PreviewDialog({ content, isOpen, onClose }: PreviewDialogProps): ReactElement {
  return (
    <DecisionDialog
      title="Preview"
      description={content.subject.trim() || 'No subject yet'}
      className="max-w-[52rem] wrap-anywhere"
      isOpen={isOpen}
      onClose={onClose}
    >
      <PreviewBody content={content} />
    </DecisionDialog>
  )
}

interface PreviewBodyProps {
  content: MailContent
  /** Nothing can be fixed anymore, so no warnings are shown. */
  isOver?: boolean
}

/** The email, with its width and theme to choose. */
export function PreviewBody({ content, isOver = false }: PreviewBodyProps): ReactElement {
  const preview = useQuery(previewQuery(content))
  return (
    <Loaded query={preview} label="Loading the preview" rows={['h-[70vh] rounded-xl']}>
      {(data) => <LoadedPreview preview={data} isOver={isOver} />}
    </Loaded>
  )
}

function LoadedPreview(props: { preview: MailPreview; isOver: boolean }): ReactElement {
  const { preview, isOver } = props
  const [width, setWidth] = useState<Width>('phone')
  const [theme, setTheme] = useState<PreviewTheme>('light')
  return (
    <div className="flex flex-col gap-4">
      <MailWarnings warnings={isOver ? [] : preview.warnings} />
      <p className="text-sm">
        <span className="font-medium">Line after the subject: </span>
        <span className="text-ink-quiet">{preview.preheader || 'none'}</span>
      </p>
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        {/* A phone has no room for a desktop. */}
        <div className="max-sm:hidden">
          <ChoiceField
            legend="Width"
            name="preview-width"
            labels={WIDTH_LABELS}
            chosen={width}
            onChange={({ target }) => setWidth(target.value === 'phone' ? 'phone' : 'desktop')}
          />
        </div>
        <ChoiceField
          legend="Reader’s theme"
          name="preview-theme"
          labels={THEME_LABELS}
          chosen={theme}
          onChange={({ target }) => setTheme(target.value === 'dark' ? 'dark' : 'light')}
        />
      </div>
      <section aria-label="The email">
        <iframe
          sandbox=""
          srcDoc={previewPage(preview.html, theme)}
          title={`The email, ${WIDTHS[width]} pixels wide, ${theme}`}
          style={{ width: WIDTHS[width] }}
          className="mx-auto block h-[60vh] max-w-full rounded-lg border border-line"
        />
      </section>
      <p className="text-sm text-ink-quiet">
        This email is {Math.ceil(preview.bytes / 1024)} KB without its images. It includes a
        plain-text version.
      </p>
    </div>
  )
}

/** The problems to fix before an email is sent. */
export function MailWarnings({
  warnings,
}: {
  warnings: readonly MailWarning[]
}): ReactElement | null {
  if (warnings.length === 0) return null
  return (
    <section aria-label="Warnings" className="rounded-lg border border-gold bg-gold-soft p-4">
      <p className="flex items-center gap-2 font-semibold text-gold-ink">
        <TriangleAlert aria-hidden size={20} className="shrink-0" />
        {warnings.length === 1 ? 'One thing to check' : `${warnings.length} things to check`}
      </p>
      <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5">
        {warnings.map(({ code, sentence }) => (
          <li key={code}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}
