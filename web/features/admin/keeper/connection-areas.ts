import {
  type ConnectionArea,
  type ConnectionVariable,
  STRIPE_EVENTS,
} from '#contract/connections.ts'

/** A variable as the page asks for it. */
export interface VariableField {
  /** `SENDER_NAME` is the part of `MAIL_FROM` before the address. */
  name: ConnectionVariable | 'SENDER_NAME'
  label: string
  help?: string
  placeholder?: string
  isOptional?: boolean
  /** What is right for almost everybody, filled in. */
  initial?: string
}

/** Reports of the service need an address and a secret, a step of its own. */
export interface ReportsStep {
  title: string
  steps: readonly string[]
  /** The events to turn on there. */
  events?: readonly string[]
  field: VariableField
}

export interface Service {
  label: string
  /** The steps at the service, numbered if there are several. Web addresses become links. */
  intro?: string | readonly string[]
  /** The values that are the same for everybody who uses it. */
  preset: Partial<Record<ConnectionVariable, string>>
  fields: readonly VariableField[]
  reports?: ReportsStep
}

interface AreaWords {
  /** Its purpose, if its name doesn't say it. */
  description?: string
  /** The feature that is missing without it. */
  without: string
  /** What is in use instead, if the server is set up without a service. */
  instead: string
  services: readonly Service[]
  test: string
}

const SENDER_NAME: VariableField = {
  name: 'SENDER_NAME',
  label: 'Name that your emails come from',
  placeholder: 'Riverside Church',
  isOptional: true,
}
const SENDER: readonly VariableField[] = [
  SENDER_NAME,
  {
    name: 'MAIL_FROM',
    label: 'Address that your emails come from',
    placeholder: 'hello@riverside.example',
  },
]

/** For a service that almost everybody sends from with the address of the account. */
export const OTHER_SENDER: VariableField = {
  name: 'MAIL_FROM',
  label: 'Another address to send from',
  help: 'Leave it empty to send from the address above.',
  isOptional: true,
}

const MAIL_SERVER: VariableField = {
  name: 'SMTP_HOST',
  label: 'Name of the outgoing mail server',
  placeholder: 'mail.riverside.example',
}

export const BUCKET: VariableField = {
  name: 'BACKUP_DIR',
  label: 'Name of your storage',
  help: 'As you named it there (“Bucket name”). Use it for these backups only.',
  placeholder: 'riverside-backups',
}
const BUCKET_KEY: readonly VariableField[] = [
  {
    name: 'BACKUP_S3_ACCESS_KEY_ID',
    label: 'Access key ID',
    help: 'The key may list, read, write and delete in this storage, and needs no other rights.',
  },
  { name: 'BACKUP_S3_SECRET_ACCESS_KEY', label: 'Secret access key' },
]

/** The texts and fields of each area. Names of menus and keys are the services’ own. */
export const AREAS: Record<ConnectionArea, AreaWords> = {
  email: {
    without: 'Without it, members get no sign-in codes, no password resets and no broadcasts.',
    instead: 'No email service, set on the server. Emails reach nobody.',
    test: 'Send me a test email',
    services: [
      {
        label: 'Gmail',
        intro: [
          'Sign in at myaccount.google.com/security with an account of your community, not your own.',
          'Turn on “2-Step Verification” there.',
          'Go to myaccount.google.com/apppasswords and create an app password with the name “Folx”.',
        ],
        preset: { MAIL_PROVIDER: 'smtp', SMTP_HOST: 'smtp.gmail.com', SMTP_PORT: '465' },
        fields: [
          {
            name: 'SMTP_USER',
            label: 'Gmail address',
            help: 'Gmail sends at most 500 emails a day, and 2,000 with Google Workspace.',
            placeholder: 'riverside@gmail.com',
          },
          {
            name: 'SMTP_PASSWORD',
            label: 'App password',
            help: 'The 16 letters that Google shows.',
          },
          SENDER_NAME,
          OTHER_SENDER,
        ],
      },
      {
        label: 'Microsoft 365',
        intro: [
          'Sign in at admin.microsoft.com, and open “Users”, then “Active users”.',
          'Choose the account that your emails come from, then “Mail”, and “Manage email apps”.',
          'Turn on “Authenticated SMTP”, and save.',
        ],
        preset: { MAIL_PROVIDER: 'smtp', SMTP_HOST: 'smtp.office365.com', SMTP_PORT: '587' },
        fields: [
          {
            name: 'SMTP_USER',
            label: 'Address of the account',
            placeholder: 'office@riverside.example',
          },
          { name: 'SMTP_PASSWORD', label: 'Password of the account' },
          SENDER_NAME,
          OTHER_SENDER,
        ],
      },
      {
        label: 'Resend',
        intro: [
          'Create an account at resend.com.',
          'Open “Domains”, press “Add domain”, and follow the steps there.',
          'Open “API Keys”, press “Create API key”, and enter the key below.',
        ],
        preset: { MAIL_PROVIDER: 'resend' },
        fields: [
          ...SENDER,
          { name: 'RESEND_API_KEY', label: 'API key', help: 'It begins with re_.' },
        ],
        reports: {
          title: 'Learn which emails bounce',
          steps: [
            'At Resend, open “Webhooks” and press “Add webhook”.',
            'Enter the address below there, and choose all email events.',
            'Copy the signing secret that Resend then shows, and enter it below.',
          ],
          field: {
            name: 'RESEND_WEBHOOK_SECRET',
            label: 'Signing secret',
            help: 'It begins with whsec_. You can add it later.',
            isOptional: true,
          },
        },
      },
      {
        label: 'Another email server',
        intro: 'Your email service’s help pages list these under “SMTP” or “Outgoing mail server”.',
        preset: { MAIL_PROVIDER: 'smtp' },
        fields: [
          ...SENDER,
          MAIL_SERVER,
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
    without: 'Without it, your community can’t take payments.',
    instead: 'Test payments, set on the server. Nobody is charged.',
    test: 'Test the connection',
    services: [
      {
        label: 'Stripe',
        intro: [
          'Create an account at stripe.com. To try it without real money, turn on its test mode.',
          'Open “Developers”, then “API keys”.',
          'Copy the secret key, and enter it below.',
        ],
        preset: { PAYMENTS_PROVIDER: 'stripe' },
        fields: [
          {
            name: 'STRIPE_SECRET_KEY',
            label: 'Secret key',
            help: 'It begins with sk_live_, or sk_test_ in test mode.',
          },
        ],
        reports: {
          title: 'Let Stripe report what is paid',
          steps: [
            'At Stripe, open “Developers”, then “Webhooks”, and press “Add endpoint”.',
            'Enter the address below there, and select the events below.',
            'Copy the signing secret that Stripe then shows, and enter it below.',
          ],
          events: STRIPE_EVENTS,
          field: {
            name: 'STRIPE_WEBHOOK_SECRET',
            label: 'Signing secret',
            help: 'It begins with whsec_.',
          },
        },
      },
    ],
  },
  ai: {
    description: 'Drafts daily messages and reflections. Nothing that members write is sent to it.',
    without: 'Without it, these texts come from the built-in library.',
    instead: 'The built-in library, set on the server.',
    test: 'Ask for a sample',
    services: [
      {
        label: 'OpenAI',
        intro: 'At platform.openai.com, open API keys and choose “Create new secret key”.',
        preset: { AI_BASE_URL: 'https://api.openai.com/v1' },
        fields: [
          { name: 'AI_API_KEY', label: 'API key', help: 'It begins with sk-.' },
          {
            name: 'AI_MODEL',
            label: 'Model',
            help: 'Change it only if OpenAI no longer offers it.',
            initial: 'gpt-4.1-mini',
          },
        ],
      },
      {
        label: 'Another service',
        intro: 'Any service works that can be used like OpenAI’s. Its help pages list these.',
        preset: {},
        fields: [
          { name: 'AI_BASE_URL', label: 'Address', placeholder: 'https://' },
          { name: 'AI_MODEL', label: 'Model' },
          { name: 'AI_API_KEY', label: 'API key' },
        ],
      },
    ],
  },
  backups: {
    description: 'Where encrypted copies of the whole site go.',
    without: 'Without them, everything is lost if the server breaks.',
    instead: 'No backups, set on the server.',
    test: 'Test the place',
    services: [
      {
        label: 'A folder',
        intro:
          'Use a folder on another disk than the site’s, such as an external one, or a folder that is copied to another machine.',
        preset: {},
        fields: [
          {
            name: 'BACKUP_DIR',
            label: 'Whole path of the folder',
            help: 'As on your server. Whoever runs it knows the path.',
            placeholder: '/mnt/backups/folx',
          },
        ],
      },
      {
        label: 'Amazon S3',
        intro: [
          'Sign in at aws.amazon.com. Search for “S3”, open it, and press “Create bucket”.',
          'Choose a name. Leave “Block all public access” on and “Bucket Versioning” off, and press “Create bucket”.',
          'Search for “IAM”, open it, then “Users”, and press “Create user”. Give the user a name.',
          'Choose “Attach policies directly”, tick “AmazonS3FullAccess”, and create the user. If you keep other files at Amazon, have someone who knows it make a key that opens only this storage.',
          'Open the new user, then “Security credentials”, and press “Create access key”. Amazon shows the key’s two parts, which you enter below.',
        ],
        preset: {},
        fields: [
          BUCKET,
          {
            name: 'BACKUP_S3_REGION',
            label: 'Region',
            help: 'As Amazon shows it beside the name.',
            placeholder: 'us-east-1',
          },
          ...BUCKET_KEY,
        ],
      },
      {
        label: 'Cloudflare R2',
        intro: [
          'Sign in at dash.cloudflare.com, open “R2”, press “Create bucket”, and choose a name.',
          'Go back to R2, open “Manage API tokens”, and press “Create API token”. Choose “Object Read & Write” and your new storage, and create it.',
          'Cloudflare shows the key’s two parts, which you enter below.',
        ],
        preset: { BACKUP_S3_REGION: 'auto' },
        fields: [
          BUCKET,
          {
            name: 'BACKUP_S3_ENDPOINT',
            label: 'S3 API address',
            help: 'Cloudflare shows it in the settings of the storage. Leave out what comes after .com.',
            placeholder: 'https://0123456789abcdef.r2.cloudflarestorage.com',
          },
          ...BUCKET_KEY,
        ],
      },
      {
        label: 'Another storage service',
        intro:
          'Use a service that says it works like Amazon S3 (“S3-compatible”) and never lets one backup overwrite another. We check this before saving. Backblaze B2 doesn’t offer that yet.',
        preset: {},
        fields: [
          BUCKET,
          {
            name: 'BACKUP_S3_ENDPOINT',
            label: 'Address of the service',
            placeholder: 'https://',
          },
          { name: 'BACKUP_S3_REGION', label: 'Region', isOptional: true },
          ...BUCKET_KEY,
        ],
      },
    ],
  },
}
