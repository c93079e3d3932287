import { composeMail, type Mail } from './layout.ts'

/** `code` has six digits. */
export function signInCodeMail({ brand, code }: { brand: string; code: string }): Mail {
  return composeMail({
    brand,
    subject: `Your sign-in code for ${brand}`,
    preheader: 'It works once, for 10 minutes.',
    heading: 'Here is your sign-in code',
    blocks: [
      'Enter it on the page where you asked for it.',
      { kind: 'code', code },
      'It works once, for 10 minutes.',
      {
        kind: 'note',
        text: 'If you didn’t ask for it, you can ignore this email. Nobody can sign in without the code, so don’t share it with anyone.',
      },
    ],
  })
}

/** For an address that nobody has verified; `code` has six digits. */
export function verificationCodeMail({ brand, code }: { brand: string; code: string }): Mail {
  return composeMail({
    brand,
    subject: `Your verification code for ${brand}`,
    preheader: 'It works once, for 10 minutes.',
    heading: 'Is this address yours?',
    blocks: [
      'Enter this code on the page where you asked for it.',
      { kind: 'code', code },
      'It works once, for 10 minutes.',
      {
        kind: 'note',
        text: 'If you didn’t ask for it, you can ignore this email. Nothing happens without the code.',
      },
    ],
  })
}

/** For a signed-in member who confirms a change to their account; `code` has six digits. */
export function confirmationCodeMail({ brand, code }: { brand: string; code: string }): Mail {
  return composeMail({
    brand,
    subject: `Your confirmation code for ${brand}`,
    preheader: 'It works once, for 10 minutes.',
    heading: 'Confirm a change to your account',
    blocks: [
      'Enter this code on the page where you asked for it.',
      { kind: 'code', code },
      'It works once, for 10 minutes.',
      {
        kind: 'note',
        text: 'If you didn’t ask for it, you can ignore this email. Nothing changes without the code, so don’t share it with anyone.',
      },
    ],
  })
}

/** `url` opens the page for a new password and carries the token. */
export function passwordResetMail({ brand, url }: { brand: string; url: string }): Mail {
  return composeMail({
    brand,
    subject: `Choose a new password for ${brand}`,
    preheader: 'The link works once, for 60 minutes.',
    heading: 'Choose a new password',
    blocks: [
      'It happens to all of us. Use this button to set a new one.',
      { kind: 'action', label: 'Choose a new password', url },
      'The link works once, for 60 minutes.',
      {
        kind: 'note',
        text: 'If you didn’t ask for it, you can ignore this email. Your password stays the same.',
      },
    ],
  })
}

/** `resetUrl` opens the page that asks for a reset link. */
export function passwordChangedMail(input: { brand: string; resetUrl: string }): Mail {
  const { brand, resetUrl } = input
  return composeMail({
    brand,
    subject: `Your password for ${brand} was changed`,
    preheader: 'If this was you, there’s nothing to do.',
    heading: 'Your password was changed',
    blocks: [
      'If this was you, there’s nothing to do.',
      'If it wasn’t, choose a new password right away.',
      { kind: 'action', label: 'Choose a new password', url: resetUrl },
    ],
  })
}

/** `sentence` says what changed; `url` opens the account page. */
export function factorsChangedMail(input: { brand: string; sentence: string; url: string }): Mail {
  const { brand, sentence, url } = input
  return composeMail({
    brand,
    subject: `How you sign in to ${brand} was changed`,
    preheader: 'If this was you, there is nothing to do.',
    heading: 'Your sign-in security was changed',
    blocks: [
      sentence,
      'If this was you, there is nothing to do.',
      'If it wasn’t, sign in, sign out the devices you don’t recognize and change your password.',
      { kind: 'action', label: 'Open your account', url },
    ],
  })
}

/** `device` is browser and system in words, or empty; `url` opens the account page. */
export function failedFactorsMail(input: { brand: string; device: string; url: string }): Mail {
  const { brand, device, url } = input
  const where = device ? ` The last attempt came from ${device}.` : ''
  return composeMail({
    brand,
    subject: `Failed attempts to confirm your identity on ${brand}`,
    preheader: 'If this was you, there is nothing to do.',
    heading: 'Several attempts failed',
    blocks: [
      `Someone tried to confirm that they are you and failed several times within an hour.${where}`,
      'If this was you, there is nothing to do.',
      'If it wasn’t, someone may know your password or read your email. Change your password, and sign out the devices you don’t recognize.',
      { kind: 'action', label: 'Open your account', url },
    ],
  })
}

/** `area` is its title on the page; `url` opens that page. */
export function connectionChangedMail(input: {
  brand: string
  area: string
  isRemoved: boolean
  url: string
}): Mail {
  const { brand, area, isRemoved, url } = input
  const did = isRemoved ? 'disconnected' : 'changed'
  return composeMail({
    brand,
    subject: `Connections of ${brand}: ${area} was ${did}`,
    preheader: 'If your team did this, there is nothing to do.',
    heading: `${area} was ${did}`,
    blocks: [
      `An administrator ${did} the connection “${area}” of your community. If your team did this, there is nothing to do.`,
      'If nobody on your team knows of it, someone else may be using an administrator’s account. The audit log shows whose. Change that password, end that account’s sessions, and correct the connection.',
      { kind: 'action', label: 'Open Connections', url },
    ],
  })
}

/** `url` opens the dashboard. */
export function welcomeMail({ brand, url }: { brand: string; url: string }): Mail {
  return composeMail({
    brand,
    subject: `Welcome to ${brand}`,
    preheader: 'We’re glad you’re here.',
    heading: 'It is good to have you here',
    blocks: [
      'Read what others have been through. Share your own story when you are ready. Ask for guidance, and take one small step a day.',
      { kind: 'action', label: `Open ${brand}`, url },
      {
        kind: 'note',
        text: 'Others know you only by your community username. It never appears in an email, and your email address is never shown to anyone.',
      },
    ],
  })
}
