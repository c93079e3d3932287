import { z } from 'zod'
import {
  type Connection,
  type ConnectionArea,
  type ConnectionInput,
  SECRET_VARIABLES,
} from '#contract/connections.ts'
import {
  AREAS,
  BUCKET,
  OTHER_SENDER,
  type Service,
  type VariableField,
} from '#web/features/admin/keeper/connection-areas.ts'

const isBucket = ({ fields }: Service): boolean => fields.includes(BUCKET)

/** The service that an area uses; undefined if it isn't connected. */
export function serviceOf({
  area,
  values,
}: Pick<Connection, 'area' | 'values'>): Service | undefined {
  if (Object.keys(values).length === 0) return undefined
  const { services } = AREAS[area]
  const fits = ({ preset }: Service): boolean =>
    Object.entries(preset).every(([name, value]) => values[name] === value)
  if (area === 'backups') {
    const isFolder = !values.BACKUP_DIR?.startsWith('s3:')
    const [folder, amazon, ...others] = services
    if (isFolder) return folder
    if (!values.BACKUP_S3_ENDPOINT) return amazon
    return others.find(fits)
  }
  return services.find(fits)
}

/** Where a connection is set up, in a sentence, if it isn't a service that is known by its name. */
export function sourceWords({ area, source, isConnected }: Connection): string {
  if (source === 'none') return 'Not connected.'
  if (!isConnected) return AREAS[area].instead
  return source === 'environment' ? 'Connected, set on the server.' : 'Connected.'
}

/** The values of a form. */
export const Draft = z.record(z.string(), z.string())
export type Draft = z.infer<typeof Draft>

/** The first values of a service's form: the stored ones, if they are for this service. */
export function draftOf(service: Service, connection: Connection): Draft {
  const stored = serviceOf(connection) === service ? connection.values : initialValuesOf(service)
  const { name, address } = senderParts(stored.MAIL_FROM ?? '')
  const isOther = !service.fields.includes(OTHER_SENDER) || address !== stored.SMTP_USER
  const values: Draft = { ...stored, MAIL_FROM: isOther ? address : '', SENDER_NAME: name }
  if (isBucket(service)) values.BACKUP_DIR = (stored.BACKUP_DIR ?? '').replace(/^s3:\/+/, '')
  const names: string[] = allFields(service).map((field) => field.name)
  // The key stays the same in another place.
  if (connection.area === 'backups') {
    names.push('BACKUP_RECIPIENT')
    values.BACKUP_RECIPIENT = connection.values.BACKUP_RECIPIENT ?? ''
  }
  return Object.fromEntries(names.map((each) => [each, values[each] ?? '']))
}

function initialValuesOf({ fields }: Service): Draft {
  return Object.fromEntries(fields.map(({ name, initial = '' }) => [name, initial]))
}

/** The values that are sent: the fields of the service, and what it always has. */
export function bodyOf(service: Service, draft: Draft): Draft {
  const { SENDER_NAME: sender = '', ...values } = draft
  const body: Draft = { ...values, ...service.preset }
  const account = service.fields.includes(OTHER_SENDER) ? values.SMTP_USER : undefined
  const from = values.MAIL_FROM?.trim() || account
  if (from) body.MAIL_FROM = senderOf(sender, from)
  const place = values.BACKUP_DIR?.trim()
  if (isBucket(service) && place) {
    body.BACKUP_DIR = place.startsWith('s3:') ? place : `s3://${place}`
  }
  // An app password is shown in groups of four.
  if (service.preset.SMTP_HOST === 'smtp.gmail.com') {
    body.SMTP_PASSWORD = (body.SMTP_PASSWORD ?? '').replaceAll(' ', '')
  }
  return body
}

/** A connection in words, saved or about to be; no secrets. */
export function describeConnection(
  area: ConnectionArea,
  value: Connection | ConnectionInput,
): Record<string, string> {
  const isSaved = 'area' in value
  const values: Draft = isSaved ? value.values : Object.fromEntries(Object.entries(value))
  const shown = AREAS[area].services.flatMap(allFields).flatMap(({ name, label }) => {
    if (name === 'SENDER_NAME') return []
    if (!SECRET_VARIABLES.has(name)) return [[label, values[name] ?? '']]
    const isNew = !isSaved && values[name]
    return [[label, isNew ? 'The one you entered' : 'The stored one']]
  })
  return {
    Service: serviceOf({ area, values })?.label ?? '',
    ...Object.fromEntries(shown),
  }
}

export function allFields({ fields, reports }: Service): readonly VariableField[] {
  return reports ? [...fields, reports.field] : fields
}

/** Splits `Riverside <hello@riverside.example>`. */
function senderParts(from: string): { name: string; address: string } {
  const [, name, address] = /^(.*?)\s*<([^<>]*)>$/.exec(from.trim()) ?? []
  if (name === undefined || address === undefined) return { name: '', address: from }
  return { name: name.replace(/^"(.*)"$/, '$1'), address }
}

/** A name with punctuation has to be in quotes (RFC 5322, section 3.4). */
function senderOf(name: string, address: string): string {
  const plain = name.replaceAll(/["\\<>@\r\n]/g, '').trim()
  if (!plain) return address.trim()
  return `${/[.,;:()[\]]/.test(plain) ? `"${plain}"` : plain} <${address.trim()}>`
}
