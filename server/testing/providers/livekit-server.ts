import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { json as readJson } from 'node:stream/consumers'
import { type ClaimGrants, TokenVerifier } from 'livekit-server-sdk'
import { z } from 'zod'
import { createS3Files } from '#server/ports/files/s3.ts'
import { type ProviderServer, startProviderServer } from './provider-server.ts'
import { recordedSecond } from './recorded-second.ts'

const API_KEY = 'APIlocal'
const API_SECRET = 'a-secret-of-thirty-two-characters'

interface Person {
  canPublish: boolean
  canPublishSources: unknown
}

interface Room {
  people: Map<string, Person>
  /** A person's grants from before these times, in seconds, are not valid. */
  revoked: Map<string, number>
}

/** Accepts only what our adapter sends. */
const Upload = z.object({
  accessKey: z.string(),
  secret: z.string(),
  endpoint: z.string(),
  bucket: z.string(),
  region: z.string(),
  forcePathStyle: z.boolean(),
})
const EgressRequest = z.object({
  roomName: z.string(),
  audioOnly: z.literal(true),
  fileOutputs: z.tuple([
    z.object({ fileType: z.literal('OGG'), filepath: z.string(), s3: Upload }),
  ]),
})

interface Egress {
  egressId: string
  status: 'EGRESS_ACTIVE' | 'EGRESS_ENDING' | 'EGRESS_COMPLETE' | 'EGRESS_FAILED'
  request: z.infer<typeof EgressRequest>
}

export interface LiveKitTestServer extends Omit<ProviderServer, 'port'> {
  /** `ws://…`. */
  url: string
  apiKey: string
  apiSecret: string
  rooms: Map<string, Room>
  egresses: Egress[]
  /** Joins as a browser does; throws if the token is not accepted. */
  join(token: string): Promise<{ room: string; identity: string; claims: ClaimGrants }>
  /** Writes the files of recordings that were stopped. */
  finishEgress(): Promise<void>
}

class TwirpRefusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

/** Serves the parts of LiveKit's server API that we use on a free local port, for tests. */
export async function startLiveKitServer(): Promise<LiveKitTestServer> {
  const rooms = new Map<string, Room>()
  const egresses: Egress[] = []
  const verifier = new TokenVerifier(API_KEY, API_SECRET)

  const answer = async (request: IncomingMessage): Promise<object> => {
    const [, service, method] = /^\/twirp\/livekit\.(\w+)\/(\w+)$/.exec(request.url ?? '') ?? []
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    const claims = await verifier.verify(token).catch(() => {
      throw new TwirpRefusal(401, 'unauthenticated')
    })
    // Sent by the SDK; each method reads its part with zod.
    const body = (await readJson(request)) as Record<string, unknown>
    const call = calls[`${service}.${method}`]
    if (!call) throw new TwirpRefusal(404, 'bad_route')
    return call(body, claims.video ?? {})
  }
  type Grant = NonNullable<ClaimGrants['video']>
  const roomFor = (body: Record<string, unknown>, grant: Grant): Room => {
    const name = z.string().parse(body.room)
    if (!grant.roomAdmin || grant.room !== name) throw new TwirpRefusal(403, 'permission_denied')
    const room = rooms.get(name)
    if (!room) throw new TwirpRefusal(404, 'not_found')
    return room
  }
  const need = (isGranted: boolean | undefined): void => {
    if (!isGranted) throw new TwirpRefusal(403, 'permission_denied')
  }
  const personIn = (room: Room, body: Record<string, unknown>): [string, Person] => {
    const identity = z.string().parse(body.identity)
    const person = room.people.get(identity)
    if (!person) throw new TwirpRefusal(404, 'not_found')
    return [identity, person]
  }
  const endEgress = (room: string): void => {
    for (const egress of egresses) {
      if (egress.request.roomName === room && egress.status === 'EGRESS_ACTIVE') {
        egress.status = 'EGRESS_ENDING'
      }
    }
  }

  const calls: Record<string, (body: Record<string, unknown>, grant: Grant) => object> = {
    'RoomService.CreateRoom': (body, grant) => {
      need(grant.roomCreate)
      const name = z.string().parse(body.name)
      if (!rooms.has(name)) rooms.set(name, { people: new Map(), revoked: new Map() })
      return { sid: 'RM_1', name }
    },
    'RoomService.DeleteRoom': (body, grant) => {
      need(grant.roomCreate)
      const name = z.string().parse(body.room)
      if (!rooms.delete(name)) throw new TwirpRefusal(404, 'not_found')
      endEgress(name)
      return {}
    },
    'RoomService.ListRooms': (_body, grant) => {
      need(grant.roomList)
      return {}
    },
    'RoomService.UpdateParticipant': (body, grant) => {
      const [identity, person] = personIn(roomFor(body, grant), body)
      const Permission = z.object({
        canSubscribe: z.literal(true),
        canPublish: z.boolean().default(false),
        canPublishSources: z.tuple([z.literal('MICROPHONE')]),
      })
      Object.assign(person, Permission.parse(body.permission))
      return { identity }
    },
    'RoomService.RemoveParticipant': (body, grant) => {
      const room = roomFor(body, grant)
      const [identity] = personIn(room, body)
      room.people.delete(identity)
      room.revoked.set(identity, Number(body.revokeTokenTs ?? 0))
      return {}
    },
    'Egress.StartRoomCompositeEgress': (body, grant) => {
      need(grant.roomRecord)
      const request = EgressRequest.parse(body)
      if (!rooms.has(request.roomName)) throw new TwirpRefusal(404, 'not_found')
      const egress = {
        egressId: `EG_${egresses.length + 1}`,
        status: 'EGRESS_ACTIVE' as const,
        request,
      }
      egresses.push(egress)
      return present(egress)
    },
    'Egress.ListEgress': (body, grant) => {
      need(grant.roomRecord)
      const items = egresses.filter(
        ({ egressId, request, status }) =>
          (!body.egressId || body.egressId === egressId) &&
          (!body.roomName || body.roomName === request.roomName) &&
          (!body.active || status === 'EGRESS_ACTIVE' || status === 'EGRESS_ENDING'),
      )
      return { items: items.map(present) }
    },
    'Egress.StopEgress': (body, grant) => {
      need(grant.roomRecord)
      const egress = egresses.find(({ egressId }) => egressId === body.egressId)
      if (egress?.status !== 'EGRESS_ACTIVE') throw new TwirpRefusal(412, 'failed_precondition')
      egress.status = 'EGRESS_ENDING'
      return present(egress)
    },
  }

  const { port, behave, stop } = await startProviderServer(answer, (error) => {
    const { status, code } =
      error instanceof TwirpRefusal ? error : new TwirpRefusal(500, 'internal')
    return { status, body: { code, msg: String(error) } }
  })
  return {
    url: `ws://127.0.0.1:${port}`,
    apiKey: API_KEY,
    apiSecret: API_SECRET,
    behave,
    stop,
    rooms,
    egresses,
    join: async (token) => {
      const claims = await verifier.verify(token, 0)
      const { video, sub: identity, nbf } = claims as ClaimGrants & { sub?: string; nbf?: number }
      const name = video?.room ?? ''
      if (!video?.roomJoin || !identity) throw new Error('This token does not allow joining.')
      const room = rooms.get(name)
      if (!room) throw new Error('There is no such room.')
      if ((nbf ?? 0) < (room.revoked.get(identity) ?? 0)) throw new Error('It was revoked.')
      room.people.set(identity, {
        canPublish: video.canPublish ?? true,
        canPublishSources: video.canPublishSources,
      })
      return { room: name, identity, claims }
    },
    finishEgress: async () => {
      for (const egress of egresses) {
        if (egress.status === 'EGRESS_ENDING') await writeFile(egress)
      }
    },
  }
}

async function writeFile(egress: Egress): Promise<void> {
  const [{ filepath, s3 }] = egress.request.fileOutputs
  const { accessKey: accessKeyId, secret: secretAccessKey, ...rest } = s3
  const files = createS3Files({ ...rest, accessKeyId, secretAccessKey })
  const body = Readable.from([await recordedSecond()])
  await files.put({ key: filepath, contentType: 'audio/ogg', body })
  await files.close()
  egress.status = 'EGRESS_COMPLETE'
}

function present({ egressId, status, request }: Egress): object {
  const isDone = status === 'EGRESS_COMPLETE'
  return {
    egressId,
    status,
    roomName: request.roomName,
    fileResults: isDone
      ? [{ filename: request.fileOutputs[0].filepath, duration: '1000000000' }]
      : [],
  }
}
