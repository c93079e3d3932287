import type { Socket } from 'node:net'
import { classes, Message, methods, parseMessage } from 'werift'
import { MEDIA_LIMITS } from '../limits.ts'
import { closePortPair, openPortPair, type PortPair } from '../port-pair.ts'

/** A network path to a browser: an address over UDP, or a TCP connection. */
export interface Path {
  readonly transport: 'udp' | 'tcp'
  /** Drops the packet if the path is blocked, because late sound is useless. */
  send(packet: Buffer): void
}

/** Receives the packets of a browser that proved its ICE credentials. */
export interface PathOwner {
  iceUfrag: string
  icePwd: string
  remoteUfrag: string
  /**
   * The browser has proved that this path is its own.
   *
   * @param isChosen whether it wants to use this path from now on
   */
  handleCheck(path: Path, isChosen: boolean): void
  handlePacket(packet: Buffer): void
}

/** How long a TCP connection may take to authenticate. */
const STRANGER_MS = 10_000

/**
 * The single port, UDP and TCP, that all browsers send to. A packet belongs to the owner whose ICE
 * password was used to prove the packet's source address (ICE lite, RFC 8445 and RFC 6544); other
 * packets are dropped unread.
 */
export class IcePort {
  readonly #pair: PortPair
  readonly #owners = new Map<string, PathOwner>()
  readonly #udpPaths = new Map<string, { owner: PathOwner; path: Path }>()
  readonly #connections = new Set<Socket>()
  #strangers = 0

  private constructor(pair: PortPair) {
    this.#pair = pair
    const { udp, tcp } = pair
    // An unreachable network only affects the browsers there, so errors are ignored.
    udp.on('error', () => undefined)
    tcp.on('error', () => undefined)
    udp.on('message', (packet, { address, port }) => this.#handleDatagram(packet, address, port))
    tcp.on('connection', (socket) => this.#handleConnection(socket))
  }

  static async open(input: { bind: string; ports: [number, number] }): Promise<IcePort> {
    return new IcePort(await openPortPair(input))
  }

  get port(): number {
    return this.#pair.port
  }

  register(owner: PathOwner): void {
    this.#owners.set(owner.iceUfrag, owner)
  }

  unregister(owner: PathOwner): void {
    this.#owners.delete(owner.iceUfrag)
    for (const [key, each] of this.#udpPaths) {
      if (each.owner === owner) this.#udpPaths.delete(key)
    }
  }

  close(): void {
    for (const socket of this.#connections) socket.destroy()
    closePortPair(this.#pair)
  }

  #handleDatagram(packet: Buffer, address: string, port: number): void {
    if (packet.length > MEDIA_LIMITS.packetBytes) return
    const key = `${address} ${port}`
    if (!isCheck(packet)) {
      this.#udpPaths.get(key)?.owner.handlePacket(packet)
      return
    }
    const owner = this.#ownerOf(packet)
    const known = this.#udpPaths.get(key)
    if (!owner || (!known && this.#pathsOf(owner) >= MEDIA_LIMITS.pathsPerConnection)) return
    const path = known?.owner === owner ? known.path : this.#udpPath(address, port)
    const check = answerCheck(packet, { icePwd: owner.icePwd, from: [address, port] })
    if (!check) return
    this.#udpPaths.set(key, { owner, path })
    path.send(check.answer)
    owner.handleCheck(path, check.isChosen)
  }

  #udpPath(address: string, port: number): Path {
    const { udp } = this.#pair
    return {
      transport: 'udp',
      // The empty callback keeps an unreachable network from raising an error on the socket.
      send: (packet) => udp.send(packet, port, address, () => undefined),
    }
  }

  #pathsOf(owner: PathOwner): number {
    let count = 0
    for (const each of this.#udpPaths.values()) if (each.owner === owner) count += 1
    return count
  }

  /** The owner that a check is meant for, by its username only; `answerCheck` verifies the password. */
  #ownerOf(check: Buffer): PathOwner | undefined {
    const [local = '', remote = ''] = usernameOf(check)?.split(':') ?? []
    const owner = this.#owners.get(local)
    return owner?.remoteUfrag === remote ? owner : undefined
  }

  #handleConnection(socket: Socket): void {
    socket.on('error', () => socket.destroy())
    if (this.#strangers >= MEDIA_LIMITS.strangers) {
      socket.destroy()
      return
    }
    this.#connections.add(socket)
    this.#strangers += 1
    new Connection(socket, {
      ownerOf: (check) => this.#ownerOf(check),
      onKnown: () => {
        this.#strangers -= 1
      },
      onClose: () => this.#connections.delete(socket),
    })
  }
}

interface ConnectionHooks {
  ownerOf(check: Buffer): PathOwner | undefined
  onKnown(): void
  onClose(): void
}

/** A TCP connection. It belongs to the first owner that authenticates on it. */
class Connection {
  readonly #socket: Socket
  readonly #hooks: ConnectionHooks
  readonly #frames = new FrameReader(MEDIA_LIMITS.packetBytes)
  readonly #path: Path
  readonly #timer: NodeJS.Timeout
  #owner: PathOwner | undefined
  #isStranger = true

  constructor(socket: Socket, hooks: ConnectionHooks) {
    this.#socket = socket
    this.#hooks = hooks
    this.#path = {
      transport: 'tcp',
      send: (packet) => {
        if (socket.writableLength < MEDIA_LIMITS.waitingBytes) socket.write(frame(packet))
      },
    }
    this.#timer = setTimeout(() => socket.destroy(), STRANGER_MS)
    socket.on('data', (chunk) => this.#handleData(chunk))
    socket.on('close', () => {
      this.#isKnown()
      hooks.onClose()
    })
  }

  #isKnown(): void {
    clearTimeout(this.#timer)
    if (!this.#isStranger) return
    this.#isStranger = false
    this.#hooks.onKnown()
  }

  #handleData(chunk: Buffer): void {
    const packets = this.#frames.read(chunk)
    if (!packets) {
      this.#socket.destroy()
      return
    }
    for (const packet of packets) {
      if (isCheck(packet)) this.#handleCheck(packet)
      else this.#owner?.handlePacket(packet)
    }
  }

  #handleCheck(packet: Buffer): void {
    const owner = this.#hooks.ownerOf(packet)
    if (!owner || (this.#owner && this.#owner !== owner)) return
    const { remoteAddress = '', remotePort = 0 } = this.#socket
    const check = answerCheck(packet, { icePwd: owner.icePwd, from: [remoteAddress, remotePort] })
    if (!check) return
    this.#owner = owner
    this.#isKnown()
    this.#path.send(check.answer)
    owner.handleCheck(this.#path, check.isChosen)
  }
}

/** Whether a packet is a STUN message; DTLS and media begin with larger bytes (RFC 7983). */
function isCheck(packet: Buffer): boolean {
  return packet.length >= 20 && (packet[0] ?? 4) < 4
}

/** The username in a connectivity check, `ours:theirs`; undefined for other packets. */
function usernameOf(packet: Buffer): string | undefined {
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
function answerCheck(
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

/** A packet preceded by its length, as it is sent over TCP (RFC 4571). */
export function frame(packet: Buffer): Buffer {
  const framed = Buffer.allocUnsafe(packet.length + 2)
  framed.writeUInt16BE(packet.length, 0)
  packet.copy(framed, 2)
  return framed
}

/** Splits a TCP stream into packets. */
export class FrameReader {
  readonly #longest: number
  #rest: Buffer = Buffer.alloc(0)

  constructor(longest: number) {
    this.#longest = longest
  }

  /** Returns the packets that are complete now; undefined if one is longer than allowed. */
  read(chunk: Buffer): Buffer[] | undefined {
    const data = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const packets: Buffer[] = []
    let offset = 0
    while (data.length - offset >= 2) {
      const length = data.readUInt16BE(offset)
      if (length > this.#longest) return undefined
      if (data.length - offset < 2 + length) break
      packets.push(data.subarray(offset + 2, offset + 2 + length))
      offset += 2 + length
    }
    // A copy, so that a few bytes do not keep a large chunk in memory.
    this.#rest = Buffer.from(data.subarray(offset))
    return packets
  }
}
