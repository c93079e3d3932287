import { composeMail, type Mail } from './layout.ts'

/** Says that there is something new, but not what it is. `url` opens the site. */
export function notificationMail({ brand, url }: { brand: string; url: string }): Mail {
  return composeMail({
    brand,
    subject: `You have something new on ${brand}`,
    preheader: 'Open it whenever it suits you.',
    heading: 'You have something new',
    blocks: [
      'Something is waiting for you. Sign in to see what it is, whenever it suits you.',
      { kind: 'action', label: `Open ${brand}`, url },
      {
        kind: 'note',
        text: 'These emails never say more than this. You can choose which ones you get in your account.',
      },
    ],
  })
}

/** Tells a member of the team that something is waiting, but not what it is. */
export function teamMail({ brand, url }: { brand: string; url: string }): Mail {
  return composeMail({
    brand,
    subject: `Something is waiting for the team at ${brand}`,
    preheader: 'Sign in to see what it is.',
    heading: 'Something is waiting for the team',
    blocks: [
      'Something is waiting in one of your queues. You get at most one of these emails per hour.',
      { kind: 'action', label: 'See what is waiting', url },
      {
        kind: 'note',
        text: 'These emails never say more than this. You can choose which ones you get in your account.',
      },
    ],
  })
}

/** Reminds a member at their chosen time, without saying of what. */
export function reminderMail(input: { brand: string; url: string; unsubscribeUrl: string }): Mail {
  const { brand, url, unsubscribeUrl } = input
  return composeMail({
    brand,
    subject: `Your daily reminder from ${brand}`,
    preheader: 'You asked for it at this time.',
    heading: 'Your daily reminder',
    blocks: [
      'You asked us to remind you at this time. Take a few minutes for yourself, whenever it suits you.',
      { kind: 'action', label: `Open ${brand}`, url },
      {
        kind: 'note',
        text: 'You can choose another time or other days in your account, under Notifications.',
      },
    ],
    footer: {
      reason: 'You get this email because you turned on a daily reminder.',
      unsubscribeUrl,
      postalAddress: null,
    },
  })
}
