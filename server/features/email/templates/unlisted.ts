import { notificationMail, reminderMail } from './notification-mails.ts'
import { storyApprovedMail, storyReturnedMail } from './story-mails.ts'

/** The subjects of emails that are not listed for administrators. */
export function unlistedSubjects(brand: string): string[] {
  const nothing = { title: '', reason: '', url: 'https://x', editUrl: 'https://x' }
  return [
    storyApprovedMail({ brand, ...nothing }),
    storyReturnedMail({ brand, ...nothing }),
    notificationMail({ brand, ...nothing }),
    reminderMail({ brand, url: 'https://x', unsubscribeUrl: 'https://x' }),
  ].map((mail) => mail.subject)
}
