import { composeMail, type Mail } from './layout.ts'

/** `url` opens the story. */
export function storyApprovedMail(input: { brand: string; title: string; url: string }): Mail {
  const { brand, title, url } = input
  return composeMail({
    brand,
    subject: `Your story is now on ${brand}`,
    preheader: 'Thank you for trusting us with it.',
    heading: 'Your story is out there',
    blocks: [
      { kind: 'quote', text: title },
      'Thank you for trusting us with it. Others can read and answer it now.',
      { kind: 'action', label: 'Open your story', url },
    ],
  })
}

export interface StoryReturnedInput {
  brand: string
  title: string
  /** The administrator's reason, in their own words. */
  reason: string
  /** Opens the story for its author to change and submit again. */
  editUrl: string
}

export function storyReturnedMail({ brand, title, reason, editUrl }: StoryReturnedInput): Mail {
  return composeMail({
    brand,
    subject: `A note about your story on ${brand}`,
    preheader: 'We read it, and it needs a change before it can be published.',
    heading: 'Your story needs a change',
    blocks: [
      { kind: 'quote', text: title },
      'Thank you for sharing it. We can’t publish it yet. Here’s why.',
      { kind: 'quote', text: reason },
      'You can change it and submit it again whenever you’re ready. Until then, only you and our team can see it.',
      { kind: 'action', label: 'Change your story', url: editUrl },
    ],
  })
}
