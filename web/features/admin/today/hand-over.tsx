import type { ReactElement } from 'react'
import { CopyField } from '#web/features/admin/kit/copy-field.tsx'
import { useSiteTitle } from '#web/lib/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '#web/ui/dialog.tsx'

/** Shows the text to send to whoever runs the server. */
export function HandOver({ name }: { name: string }): ReactElement {
  return (
    <Dialog>
      <DialogTrigger>
        <Button variant="outline" size="sm" aria-label={`What to set on the server: ${name}`}>
          What to set on the server
        </Button>
      </DialogTrigger>
      <DialogContent title={name} description="Send this to whoever runs your server.">
        <ServerText />
      </DialogContent>
    </Dialog>
  )
}

function ServerText(): ReactElement {
  return (
    <CopyField label="Text for the server" value={serverText({ title: useSiteTitle() })} isLong />
  )
}

/** A text to send to whoever runs the server: how to give the site a public address. */
export function serverText({ title }: { title: string }): string {
  return [
    `Please give ${title} a public address with https.`,
    '',
    'Point a domain name to the server, and put a proxy such as Caddy or nginx in front of Folx: deploy/README.md leads you through it. Then set these lines in .env, with your own values:',
    '',
    'PUBLIC_URL=https://folx.example.org',
    'TRUST_PROXY=1',
    '',
    'Then restart Folx.',
  ].join('\n')
}
