import { notificationMail } from './notification-mails.ts'
import { storyApprovedMail, storyReturnedMail } from './story-mails.ts'

/** The subjects of mails about what a member does under the pseudonym. */
export function unlistedSubjects(brand: string): string[] {
  const nothing = { title: '', reason: '', url: 'https://x', editUrl: 'https://x' }
  return [
    storyApprovedMail({ brand, ...nothing }),
    storyReturnedMail({ brand, ...nothing }),
    notificationMail({ brand, ...nothing }),
  ].map((mail) => mail.subject)
}
