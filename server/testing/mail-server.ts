import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A message that the server has acknowledged. */
export interface TakenMail {
  to: string
  at: number
  mail: Email
}

export interface MailServer {
  port: number
  /** The log: every message that was taken, in order, copies included. */
  taken: TakenMail[]
  close(): Promise<void>
}

/** How the server behaves; a test can change it while it runs. */
export interface MailServerMood {
  /** What it answers to a recipient; null takes it. */
  judge?: (address: string) => Error | null
  /** Called for each whole message before it is logged and acknowledged. */
  beforeTaking?: (address: string) => Promise<void> | void
  /** Milliseconds between the log and the acknowledgement. */
  answerMs?: number
}

/**
 * An SMTP server on this machine that logs a message when its end has come, as a real one queues
 * it, and acknowledges it after that. It tells no copies apart.
 *
 * @param port of a server that was closed before, to come back in its place
 */
export async function startMailServer(mood: MailServerMood = {}, port = 0): Promise<MailServer> {
  const taken: TakenMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(mood.judge?.(address) ?? null),
    onData: (stream, session, done) => {
      const receive = async (): Promise<void> => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join(' ')
        const mail = await PostalMime.parse(Buffer.concat(await stream.toArray()))
        await mood.beforeTaking?.(to)
        taken.push({ to, at: Date.now(), mail })
        await wait(mood.answerMs ?? 0)
      }
      receive().then(() => done(), done)
    },
  })
  // A client that is killed leaves broken connections behind.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  // A TCP server that listens has an address of this form.
  const address = server.server.address() as AddressInfo
  return {
    port: address.port,
    taken,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A refusal as SMTP has it: 4xx for now, 5xx for good. */
export function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}
