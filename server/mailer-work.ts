import type { Config } from './config.ts'

/** What the server sends to the process that sends mailings. */
export interface MailerWork {
  config: Config
  databaseUrl: string
}
