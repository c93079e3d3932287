import { type Block, composeMail, type Mail } from './layout.ts'

/**
 * Sent to an account's previous address after an administrator changed it. It does not name the new
 * one. `url` opens the page that stops or confirms the change.
 */
export function emailChangedMail(input: {
  brand: string
  url: string
  helpEmail: string | null
}): Mail {
  const { brand, url, helpEmail } = input
  const help: Block[] = helpEmail ? [`If you have a question, write to ${helpEmail}.`] : []
  return composeMail({
    brand,
    subject: `Your email address for ${brand} was changed`,
    preheader: 'If you didn’t ask for this, stop the change within 72 hours.',
    heading: 'Your email address was changed',
    blocks: [
      'An administrator changed the email address of your account. Sign-in codes and other emails no longer go to this address.',
      'Didn’t ask for this? Stop the change within 72 hours. Asked for it? Confirm it, so you can open your journal and guidance right away when you sign in with the new address. Otherwise they stay closed for 7 days.',
      { kind: 'action', label: 'Stop or confirm the change', url },
      ...help,
    ],
  })
}

/** Sent to the address that a member wants to change to. `code` has six digits. */
export function emailCodeMail({ brand, code }: { brand: string; code: string }): Mail {
  return composeMail({
    brand,
    subject: `Confirm your new email address for ${brand}`,
    preheader: 'The code works once, for 10 minutes.',
    heading: 'Confirm your new email address',
    blocks: [
      'Enter this code on your account page.',
      { kind: 'code', code },
      'It works once, for 10 minutes.',
      {
        kind: 'note',
        text: 'If you didn’t ask for it, you can ignore this email. Nothing changes without the code.',
      },
    ],
  })
}

/** Sent to an address that a member wants to change to if it already has an account. */
export function emailInUseMail({ brand }: { brand: string }): Mail {
  return composeMail({
    brand,
    subject: `Your email address is already in use at ${brand}`,
    preheader: 'Nothing has changed.',
    heading: 'This address already has an account',
    blocks: [
      'Someone tried to use this email address for another account. It already belongs to one, so nothing has changed.',
      {
        kind: 'note',
        text: 'If that was you, sign in to the account that has this address, or use a different one. If it wasn’t, there’s nothing to do.',
      },
    ],
  })
}

/** Sent to a member's previous address after they changed it. `url` opens the page to undo it. */
export function ownEmailChangedMail({ brand, url }: { brand: string; url: string }): Mail {
  return composeMail({
    brand,
    subject: `You changed your email address for ${brand}`,
    preheader: 'If this wasn’t you, undo it within 7 days.',
    heading: 'Your email address was changed',
    blocks: [
      'Your account has a new email address. If you changed it, there’s nothing to do.',
      'If it wasn’t you, undo the change within 7 days. Your account gets this address back, everyone who is signed in is signed out, and the password stops working.',
      { kind: 'action', label: 'Undo the change', url },
    ],
  })
}

/** Sent to the address that an account had until the change was undone. */
export function emailChangeUndoneMail({ brand }: { brand: string }): Mail {
  return composeMail({
    brand,
    subject: `This email address is no longer used at ${brand}`,
    preheader: 'The change of email address was undone.',
    heading: 'The change was undone',
    blocks: [
      'An account had changed to this email address. The change was undone from the previous address, so you can’t sign in with this one anymore.',
    ],
  })
}

/**
 * The answer to a suspended member's second look. `reason` is the administrator's own text; `url` opens
 * the sign-in.
 */
export function suspensionAnsweredMail(input: {
  brand: string
  isLifted: boolean
  reason: string
  url: string
}): Mail {
  const { brand, isLifted, reason, url } = input
  return composeMail({
    brand,
    subject: `About your account on ${brand}`,
    preheader: 'What our team decided, and why.',
    heading: 'We took a second look',
    blocks: [
      'You asked us to look again at the suspension of your account.',
      isLifted
        ? 'We changed our decision. You can sign in again.'
        : 'The suspension stays. This answer is final.',
      { kind: 'quote', text: reason },
      ...(isLifted ? [{ kind: 'action', label: 'Sign in', url } as const] : []),
    ],
  })
}
