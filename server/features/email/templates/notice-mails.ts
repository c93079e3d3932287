import { composeMail, type Mail } from './layout.ts'

/** For whoever reported something unlawful. `reason` is the administrator's own text. */
export function noticeAnsweredMail(input: { brand: string; acted: boolean; reason: string }): Mail {
  const { brand, acted, reason } = input
  return composeMail({
    brand,
    subject: `Your notice to ${brand}`,
    preheader: 'What our team decided, and why.',
    heading: 'About your notice',
    blocks: [
      'Thank you for telling us. A member of our team has read what you reported.',
      acted ? 'We removed or changed it.' : 'We left it as it is.',
      { kind: 'quote', text: reason },
      {
        kind: 'note',
        text: 'We’ve deleted your notice, with your email address. Nobody was told who sent it.',
      },
    ],
  })
}
