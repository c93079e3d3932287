/** What a mailing says, and what stands around it. */
export interface MailLayoutInput {
  /** The site's title. */
  brand: string
  subject: string
  /** Safe HTML with inline styles and whole addresses, as `styleMail` of the domain makes it. */
  contentHtml: string
  /** Why its reader gets this mail. */
  reason: string
  /** Under every mailing where it is set; line breaks are kept. */
  postalAddress: string | null
  unsubscribeUrl: string
}

/** Both parts of a mail, which say the same. */
export interface LaidOutMail {
  html: string
  text: string
  /** The words of the content alone, without brand and footer; empty where there are only pictures. */
  contentText: string
}

/** Lays a mailing out so that mail programs show it well: on phones, in dark and light. */
export interface MailLayout {
  compose(input: MailLayoutInput): Promise<LaidOutMail>
  close(): Promise<void>
}
