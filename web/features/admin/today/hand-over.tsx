import type { ReactElement } from 'react'
import { CopyField } from '#web/features/admin/kit/copy-field.tsx'
import { type ServerStep, serverText } from '#web/features/admin/today/server-texts.ts'
import { useSiteTitle } from '#web/lib/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '#web/ui/dialog.tsx'

/** Shows the text to send to whoever runs the server. */
export function HandOver({ name, step }: { name: string; step: ServerStep }): ReactElement {
  return (
    <Dialog>
      <DialogTrigger>
        <Button variant="outline" size="sm" aria-label={`What to set on the server: ${name}`}>
          What to set on the server
        </Button>
      </DialogTrigger>
      <DialogContent
        title={name}
        description="Send this to whoever runs your server. Passwords and keys go only into the file .env there, so this page doesn’t ask for them."
      >
        <ServerText step={step} />
      </DialogContent>
    </Dialog>
  )
}

/** Rendered only in the browser, once the dialog is open. */
function ServerText({ step }: { step: ServerStep }): ReactElement {
  const title = useSiteTitle()
  const text = serverText(step, { origin: window.location.origin, title })
  return <CopyField label="Text for the server" value={text} isLong />
}
