import type { EMAIL_EVENT_TYPES } from '#contract/email.ts'

interface EventBadge {
  label: string
  variant: 'default' | 'neutral' | 'gold' | 'destructive'
}

type KnownType = (typeof EMAIL_EVENT_TYPES)[number]

const BADGES: Record<KnownType, EventBadge> = {
  'email.sent': { label: 'Sent', variant: 'neutral' },
  'email.delivered': { label: 'Delivered', variant: 'default' },
  'email.bounced': { label: 'Bounced', variant: 'destructive' },
  'email.clicked': { label: 'Clicked', variant: 'default' },
  'email.complained': { label: 'Complained', variant: 'destructive' },
  'email.delivery_delayed': { label: 'Delivery delayed', variant: 'gold' },
  'email.suppressed': { label: 'Suppressed', variant: 'destructive' },
  'suppression.added': { label: 'Suppressed', variant: 'destructive' },
}

/** The badge for an event type. An unknown type is shown by its own name. */
export function eventBadge(type: string): EventBadge {
  // The record's keys are all that `hasOwn` lets through.
  if (Object.hasOwn(BADGES, type)) return BADGES[type as KnownType]
  return { label: type, variant: 'neutral' }
}

/** What each event means, for the webhook setup. */
export const EVENT_USES: Record<KnownType, string> = {
  'email.sent': 'the provider accepted the email',
  'email.delivered': 'the email arrived',
  'email.bounced': 'the email bounced: this address gets no more broadcasts',
  'email.clicked': 'a link in the email was opened',
  'email.complained': 'the email was marked as spam: this address gets no more broadcasts',
  'email.delivery_delayed': 'the email is delayed; the provider will try again',
  'email.suppressed': 'the provider sends nothing to this address: it gets no more broadcasts',
  'suppression.added':
    'the address was added to the provider’s suppression list: it gets no more broadcasts',
}
