import type { Config } from './config.ts'

/** What the server tells the process that sends mailings. */
export interface MailerWork {
  config: Config
  databaseUrl: string
}
