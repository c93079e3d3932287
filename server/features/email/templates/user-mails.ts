import { type Block, composeMail, type Mail } from './layout.ts'

/** To the address that an account had. It does not name the new one. */
export function emailChangedMail(input: { brand: string; helpEmail: string | null }): Mail {
  const { brand, helpEmail } = input
  const help: Block[] = helpEmail
    ? [{ kind: 'paragraph', text: `If you did not ask for it, please write to ${helpEmail}.` }]
    : []
  return composeMail({
    brand,
    subject: `Your email address for ${brand} was changed`,
    preheader: 'If you asked for it, all is well.',
    heading: 'Your email address was changed',
    blocks: [
      {
        kind: 'paragraph',
        text: 'Our team gave your account another email address. From now on nothing is sent to this one, and it does not sign you in any more.',
      },
      { kind: 'paragraph', text: 'If you asked for it, all is well and there is nothing to do.' },
      ...help,
    ],
  })
}

/** To the address that an account has now. `url` opens the page to sign in. */
export function emailToProveMail({ brand, url }: { brand: string; url: string }): Mail {
  return composeMail({
    brand,
    subject: `Please confirm your email address for ${brand}`,
    preheader: 'Sign in once with a code to show that it is yours.',
    heading: 'Is this address yours?',
    blocks: [
      {
        kind: 'paragraph',
        text: 'Our team put this email address on your account. To show that it is yours, sign in once with a one-time code that we send here.',
      },
      { kind: 'action', label: 'Sign in with a code', url },
      {
        kind: 'note',
        text: 'If you have no account with us, somebody mistyped an address. You can ignore this mail.',
      },
    ],
  })
}
