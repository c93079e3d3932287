import type { ReactElement } from 'react'
import { CopyField } from '#web/features/admin/kit/copy-field.tsx'
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

/** The setup steps that need the server's settings, which only whoever runs the server can change. */
export const SERVER_STEPS = [
  'address',
  'email-provider',
  'payments',
  'ai-provider',
  'backup',
] as const
export type ServerStep = (typeof SERVER_STEPS)[number]

interface Site {
  /** Without a trailing slash. */
  origin: string
  title: string
}

/** A text to send to whoever runs the server: what to set there for a step, and how it is tested. */
export function serverText(step: ServerStep, site: Site): string {
  return [...TEXTS[step](site), '', 'Then restart Folx.', ''].join('\n').trim()
}

const TEXTS: Record<ServerStep, (site: Site) => string[]> = {
  address: ({ title }) => [
    `Please give ${title} a public address with https.`,
    '',
    'Point a domain name to the server, and put a proxy such as Caddy or nginx in front of Folx: deploy/README.md leads you through it. Then set these lines in .env, with your own values:',
    '',
    'PUBLIC_URL=https://folx.example.org',
    'TRUST_PROXY=1',
    '# A site with a public address needs both of these. Leave out what is set already: outbox and till send and sell nothing.',
    'MAIL_PROVIDER=outbox',
    'PAYMENTS_PROVIDER=till',
  ],
  'email-provider': ({ origin, title }) => [
    `Please set up email for ${title}.`,
    '',
    'With Resend, set these lines in .env, with your own values:',
    '',
    'MAIL_PROVIDER=resend',
    `MAIL_FROM=${senderName(title)} <hello@your-domain.example>`,
    'RESEND_API_KEY=…',
    `# The signing secret of a webhook that you add at Resend, with the address ${origin}/api/webhooks/resend`,
    'RESEND_WEBHOOK_SECRET=whsec_…',
    '',
    'Or, with any other email server:',
    '',
    'MAIL_PROVIDER=smtp',
    `MAIL_FROM=${senderName(title)} <hello@your-domain.example>`,
    'SMTP_URL=smtps://user:password@mail.your-domain.example:465',
    '',
    'Add the SPF, DKIM and DMARC records that your provider shows at your DNS provider.',
  ],
  payments: ({ origin, title }) => [
    `Please connect ${title} to our Stripe account, as “Taking money” in docs/operations.md describes. Set these lines in .env, with your own values:`,
    '',
    'PAYMENTS_PROVIDER=stripe',
    '# From Developers, API keys. To try it without money, use a test key first (sk_test_…).',
    'STRIPE_SECRET_KEY=sk_live_…',
    `# The signing secret of a webhook that you add at Stripe, with the address ${origin}/api/webhooks/stripe and the events checkout.session.*, customer.subscription.*, invoice.paid, invoice.payment_failed, charge.refunded and charge.dispute.*`,
    'STRIPE_WEBHOOK_SECRET=whsec_…',
  ],
  'ai-provider': ({ title }) => [
    `Please let an AI provider write the daily texts of ${title}. Set these lines in .env, with your own values. Any provider with an OpenAI-compatible API works:`,
    '',
    'AI_BASE_URL=https://api.openai.com/v1',
    'AI_API_KEY=…',
    'AI_MODEL=…',
  ],
  backup: ({ title }) => [
    `Please set up the backups of ${title}, as “Backups” in docs/operations.md describes.`,
    '',
    '1. Run “npm run backup -- --new-key”. Keep the secret half that it prints in two places, and never on the server.',
    '2. Set these lines in .env, with your own values:',
    '',
    '# Another disk, a folder that you copy elsewhere, or a bucket: s3://my-backups/folx',
    'BACKUP_DIR=/mnt/backups/folx',
    '# The public half of the key',
    'BACKUP_RECIPIENT=age1…',
  ],
}

/** The name before an address in `.env`, without what means something there: # begins a comment. */
function senderName(title: string): string {
  return title
    .replaceAll("'", '’')
    .replace(/[^\p{L}\p{M}\p{N}&’-]+/gu, ' ')
    .trim()
}
