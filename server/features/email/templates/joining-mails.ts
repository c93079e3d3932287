import { composeMail, type Mail } from './layout.ts'

/** `url` opens the registration page and carries the token; `days` says how long it works. */
export function applicationApprovedMail(input: { brand: string; url: string; days: number }): Mail {
  const { brand, url, days } = input
  return composeMail({
    brand,
    subject: `Welcome: your invitation to ${brand}`,
    preheader: `It works once, for ${days} days.`,
    heading: 'You can join us',
    blocks: [
      'Thank you for writing to us. We’d love to have you here.',
      { kind: 'action', label: 'Create your account', url },
      `The link works once, for ${days} days.`,
      {
        kind: 'note',
        text: 'We’ve deleted your application. You choose your own community username, and nobody can see which account this invitation was used for.',
      },
    ],
  })
}

/** `reason` is the administrator's own text, or empty. */
export function applicationDeclinedMail({
  brand,
  reason,
}: {
  brand: string
  reason: string
}): Mail {
  return composeMail({
    brand,
    subject: `Your application to ${brand}`,
    preheader: 'Thank you for writing to us.',
    heading: 'About your application',
    blocks: [
      'Thank you for writing to us. We can’t offer you a place in the community right now.',
      ...(reason ? ([{ kind: 'quote', text: reason }] as const) : []),
      { kind: 'note', text: 'We’ve deleted your application, with your email address.' },
    ],
  })
}

/** For a person whom an administrator invites; `url` and `days` as above. */
export function invitationMail(input: { brand: string; url: string; days: number }): Mail {
  const { brand, url, days } = input
  return composeMail({
    brand,
    subject: `You’re invited to ${brand}`,
    preheader: `Your invitation works once, for ${days} days.`,
    heading: `Join us on ${brand}`,
    blocks: [
      'We’d love to have you in our community. Others will know you only by a community username that you choose yourself.',
      { kind: 'action', label: 'Create your account', url },
      `The link works once, for ${days} days.`,
      {
        kind: 'note',
        text: 'Nobody can see which account an invitation was used for. If you don’t want to join, you can ignore this email.',
      },
    ],
  })
}
