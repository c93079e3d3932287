/**
 * The mail server of the mailings row, in its own process: accepts and discards every message, and
 * counts messages and recipients. Sends its parent process its port, and the count on request.
 */
import type { AddressInfo } from 'node:net'
import { constants, setPriority } from 'node:os'
import { SMTPServer } from 'smtp-server'

export interface MailCount {
  messages: number
  addresses: number
  /** Between the first and the last message. */
  seconds: number
}

// In reality, the mail server is another machine and takes no CPU time from ours.
setPriority(constants.priority.PRIORITY_LOW)

const addresses = new Set<string>()
let messages = 0
let firstAt = 0
let lastAt = 0

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, session, done) => {
    stream.resume()
    stream.on('error', done)
    stream.on('end', () => {
      lastAt = performance.now()
      firstAt ||= lastAt
      messages += 1
      for (const { address } of session.envelope.rcptTo) addresses.add(address)
      done()
    })
  },
})
server.on('error', () => {})
server.listen(0, '127.0.0.1', () => {
  // A listening TCP server has an address of this type.
  process.send?.({ port: (server.server.address() as AddressInfo).port })
})
process.on('message', () => {
  const count: MailCount = {
    messages,
    addresses: addresses.size,
    seconds: (lastAt - firstAt) / 1000,
  }
  process.send?.(count)
})
process.on('SIGINT', () => process.exit(0))
