import { z } from 'zod'
import type { Connection, ConnectionArea, ConnectionVariable } from '#contract/connections.ts'

/** A variable as the page asks for it. */
export interface VariableField {
  name: ConnectionVariable
  label: string
  help?: string
  placeholder?: string
  isOptional?: boolean
}

export interface Provider {
  /** `value` is what the area's choice variable is set to. */
  label: string
  value: string
  /** What to do at the provider first. */
  intro?: string
  fields: readonly VariableField[]
}

interface AreaWords {
  /** What it is for, if its name doesn't say it. */
  description?: string
  /** What is missing without it. */
  without: string
  /** The variable that names the provider, where there is a choice. */
  choice?: ConnectionVariable
  choiceLabel?: string
  providers: readonly Provider[]
  test: string
}

const SENDER: VariableField = {
  name: 'MAIL_FROM',
  label: 'Sender',
  help: 'The name and the address that your emails come from. The address must be at a domain that your provider knows.',
  placeholder: 'Riverside <hello@riverside.example>',
}

/** The texts and fields of each area. Names of menus and keys are the providers’ own. */
export const AREAS: Record<ConnectionArea, AreaWords> = {
  email: {
    without: 'Without it, members get no sign-in codes, no password resets and no broadcasts.',
    choice: 'MAIL_PROVIDER',
    choiceLabel: 'Email provider',
    test: 'Send me a test email',
    providers: [
      {
        label: 'Resend',
        value: 'resend',
        intro:
          'Create an account at resend.com and add your domain there under Domains. Then copy these from Resend.',
        fields: [
          SENDER,
          {
            name: 'RESEND_API_KEY',
            label: 'API key',
            help: 'API Keys → Create API key. It begins with re_.',
          },
          {
            name: 'RESEND_WEBHOOK_SECRET',
            label: 'Signing secret',
            help: 'Webhooks → Add webhook, with the address above and all email events. The secret begins with whsec_. Without it, the site doesn’t see which emails bounce.',
            isOptional: true,
          },
        ],
      },
      {
        label: 'Another email server',
        value: 'smtp',
        intro:
          'Your email provider’s help pages list these under “SMTP” or “Outgoing mail server”.',
        fields: [
          SENDER,
          { name: 'SMTP_HOST', label: 'Server name', placeholder: 'mail.riverside.example' },
          {
            name: 'SMTP_PORT',
            label: 'Port',
            help: 'Usually 465 or 587. The connection is always encrypted.',
            placeholder: '465',
            isOptional: true,
          },
          { name: 'SMTP_USER', label: 'Username', isOptional: true },
          { name: 'SMTP_PASSWORD', label: 'Password', isOptional: true },
        ],
      },
    ],
  },
  payments: {
    without: 'Without it, nothing can be bought.',
    test: 'Test the connection',
    choice: 'PAYMENTS_PROVIDER',
    providers: [
      {
        label: 'Stripe',
        value: 'stripe',
        intro:
          'Create an account at stripe.com. To try it without real money, turn on its test mode first. Then copy these from Developers.',
        fields: [
          {
            name: 'STRIPE_SECRET_KEY',
            label: 'Secret key',
            help: 'Developers → API keys. It begins with sk_live_, or sk_test_ in test mode.',
          },
          {
            name: 'STRIPE_WEBHOOK_SECRET',
            label: 'Signing secret',
            help: 'Developers → Webhooks → Add endpoint, with the address above and the events checkout.session.*, customer.subscription.*, invoice.paid, invoice.payment_failed, charge.refunded and charge.dispute.*. The secret begins with whsec_.',
          },
        ],
      },
    ],
  },
  ai: {
    description:
      'Drafts daily messages and reflections. Any service with OpenAI’s API works. Nothing that members write is sent to it.',
    without: 'Without it, these texts come from the built-in library.',
    test: 'Ask for a sample',
    providers: [
      {
        label: 'AI',
        value: '',
        fields: [
          { name: 'AI_BASE_URL', label: 'Address', placeholder: 'https://api.openai.com/v1' },
          {
            name: 'AI_MODEL',
            label: 'Model',
            help: 'The name of the model, as your provider lists it.',
          },
          {
            name: 'AI_API_KEY',
            label: 'API key',
            help: 'At OpenAI: API keys → Create new secret key.',
          },
        ],
      },
    ],
  },
  backups: {
    description: 'Where encrypted copies of the whole site go.',
    without: 'Without it, everything is lost if the server is.',
    test: 'Test the place',
    providers: [
      {
        label: 'Backups',
        value: '',
        fields: [
          {
            name: 'BACKUP_DIR',
            label: 'Place',
            help: 'A bucket at a storage service such as Amazon S3, Backblaze or Hetzner, or a folder on another disk of the server.',
            placeholder: 's3://my-backups/folx',
          },
          {
            name: 'BACKUP_RECIPIENT',
            label: 'Public half of the backup key',
            help: 'Begins with age1. It can only make backups, not open them.',
          },
          {
            name: 'BACKUP_S3_ACCESS_KEY_ID',
            label: 'Access key for the bucket',
            help: 'For a folder, leave this and the fields below empty.',
            isOptional: true,
          },
          {
            name: 'BACKUP_S3_SECRET_ACCESS_KEY',
            label: 'Secret access key for the bucket',
            isOptional: true,
          },
          { name: 'BACKUP_S3_REGION', label: 'Region', placeholder: 'us-east-1', isOptional: true },
          {
            name: 'BACKUP_S3_ENDPOINT',
            label: 'Address of the storage service',
            help: 'Leave it empty for Amazon S3.',
            placeholder: 'https://',
            isOptional: true,
          },
        ],
      },
    ],
  },
}

/** The provider that a variable names; the first one if it names none. */
export function providerOf(area: ConnectionArea, value: string | undefined): Provider {
  const { providers } = AREAS[area]
  const provider = providers.find((each) => each.value === value) ?? providers[0]
  if (!provider) throw new Error('Each area has a provider.')
  return provider
}

/** The values of a form. */
export const Draft = z.record(z.string(), z.string())
export type Draft = z.infer<typeof Draft>

/** One value for each field of every provider, so that each keeps its own while another is chosen. */
export function draftOf({ area, values }: Connection): Draft {
  const { choice, providers } = AREAS[area]
  const names = providers.flatMap(({ fields }) => fields.map(({ name }) => name))
  return {
    ...Object.fromEntries(names.map((name) => [name, values[name] ?? ''])),
    ...(choice && { [choice]: values[choice] ?? providers[0]?.value ?? '' }),
  }
}

/** What is sent: the fields of the chosen provider. */
export function bodyOf(area: ConnectionArea, draft: Draft): Draft {
  const { choice } = AREAS[area]
  const { fields } = providerOf(area, choice && draft[choice])
  const names = [...fields.map(({ name }) => name), ...(choice ? [choice] : [])]
  return Object.fromEntries(names.map((name) => [name, draft[name] ?? '']))
}
