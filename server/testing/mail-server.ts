import { setTimeout as wait } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { listenLocally } from './local-server.ts'

/** A message that the server has accepted. */
export interface TakenMail {
  to: string
  at: number
  mail: Email
}

export interface MailServer {
  port: number
  /** Every accepted message in order, duplicates included. */
  taken: TakenMail[]
  close(): Promise<void>
}

/** How the server behaves; a test can change it while the server runs. */
export interface MailServerBehavior {
  /** The response to a recipient; null accepts it. */
  judge?: (address: string) => Error | null
  /** Called for each whole message before it is logged and acknowledged. */
  beforeTaking?: (address: string) => Promise<void> | void
  /** Milliseconds between logging and acknowledging a message. */
  answerMs?: number
}

/**
 * A local SMTP server that logs a message once it is complete, as a real one queues it, and
 * acknowledges it after that. It does not detect duplicates.
 *
 * @param port of a server that was closed before, to replace it
 */
export async function startMailServer(
  behavior: MailServerBehavior = {},
  port = 0,
): Promise<MailServer> {
  const taken: TakenMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(behavior.judge?.(address) ?? null),
    onData: (stream, session, done) => {
      const receive = async (): Promise<void> => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join(' ')
        const mail = await PostalMime.parse(Buffer.concat(await stream.toArray()))
        await behavior.beforeTaking?.(to)
        taken.push({ to, at: Date.now(), mail })
        await wait(behavior.answerMs ?? 0)
      }
      receive().then(() => done(), done)
    },
  })
  // A killed client leaves broken connections behind.
  server.on('error', () => {})
  return {
    port: await listenLocally(server.server, port),
    taken,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** An SMTP refusal: 4xx is temporary, 5xx permanent. */
export function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}
