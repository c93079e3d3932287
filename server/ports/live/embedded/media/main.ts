/**
 * The media process: it handles one room's sound in its own process, so that a crash here affects
 * nothing else. It takes commands from the app process and ends with it.
 */
import type { MediaMessage, MediaRequest } from '../media-process.ts'
import { MediaRoom } from './room.ts'

let room: MediaRoom | undefined

function send(message: MediaMessage): void {
  if (process.connected) process.send?.(message)
}

async function perform(request: MediaRequest): Promise<unknown> {
  if (request.method === 'ping') return null
  if (request.method === 'start') {
    room = await MediaRoom.open(request.input, send)
    return { port: room.port }
  }
  if (!room) throw new Error('The room is not open.')
  switch (request.method) {
    case 'seat':
      return room.seat(request.input.participantId)
    case 'connect':
      return room.connect(request.input)
    case 'giveSlot':
      return room.giveSlot(request.input.participantId, request.input.slot)
    case 'remove':
      return room.remove(request.input.participantId)
    case 'startRecording':
      return room.startRecording(request.input)
    case 'stopRecording':
    case 'finish':
      return room.stopRecording()
  }
}

process.on('message', (request: MediaRequest) => {
  perform(request).then(
    (output) => send({ id: request.id, output: output ?? null }),
    (error: unknown) => send({ id: request.id, error: String(error) }),
  )
})

// The app process has ended or crashed: end the recording's file properly before exiting.
process.on('disconnect', () => {
  const end = (): void => process.exit(0)
  setTimeout(end, 5_000).unref()
  Promise.resolve(room?.stopRecording()).then(end, end)
})

// Ctrl-C in a terminal reaches all its processes; the app process decides when this one ends.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
