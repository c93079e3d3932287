import { classes, Message, methods, parseMessage } from 'werift'

/** Whether a packet is a STUN message; DTLS and media begin with larger bytes (RFC 7983). */
export function isCheck(packet: Buffer): boolean {
  return packet.length >= 20 && (packet[0] ?? 4) < 4
}

/** The username in a connectivity check, `ours:theirs`; undefined for other packets. */
export function usernameOf(packet: Buffer): string | undefined {
  const message = parse(packet)
  if (message?.messageClass !== classes.REQUEST || message.messageMethod !== methods.BINDING) {
    return undefined
  }
  const username: unknown = message.getAttributeValue('USERNAME')
  return typeof username === 'string' ? username : undefined
}

/**
 * Answers a connectivity check (RFC 8445, 7.3); undefined if it does not prove that the sender knows
 * our password.
 */
export function answerCheck(
  packet: Buffer,
  { icePwd, from }: { icePwd: string; from: [address: string, port: number] },
): { answer: Buffer; isChosen: boolean } | undefined {
  const key = Buffer.from(icePwd)
  const message = parse(packet, key)
  if (!message) return undefined
  const response = new Message(methods.BINDING, classes.RESPONSE, message.transactionId)
  response.setAttribute('XOR-MAPPED-ADDRESS', from).addMessageIntegrity(key).addFingerprint()
  return {
    answer: response.bytes,
    isChosen: message.attributesKeys.includes('USE-CANDIDATE'),
  }
}

function parse(packet: Buffer, key?: Buffer): Message | undefined {
  try {
    return parseMessage(packet, key)
  } catch {
    return undefined
  }
}
