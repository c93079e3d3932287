import { crc32, deflateSync } from 'node:zlib'

type Color = readonly [red: number, green: number, blue: number]

const SIZE = { width: 960, height: 640 }
const TEAL: Color = [15, 92, 91]
const GOLD: Color = [226, 178, 92]

/** Draws a sunrise over hills with paths that meet, with a sky of the given color, as a PNG. */
export function drawSunrise(sky: Color, seed: number): Buffer {
  const { width, height } = SIZE
  // Each row begins with its filter type: 0, none (PNG, section 9.2).
  const rows = Buffer.alloc(height * (1 + 3 * width))
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const color = colorAt({ x: x / width, y: y / height }, sky, seed)
      rows.set(color.map(Math.round), y * (1 + 3 * width) + 1 + 3 * x)
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits per channel; red, green and blue.
  head.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function colorAt({ x, y }: { x: number; y: number }, sky: Color, seed: number): Color {
  const hill = 0.62 + 0.06 * Math.sin(5 * x + seed) + 0.03 * Math.sin(11 * x + 2 * seed)
  if (y > hill) {
    const ground = mix(TEAL, [250, 245, 236], Math.max(0, 0.25 - (y - hill)))
    const depth = (y - hill) / (1 - hill)
    const paths = [0.5 + 0.3 * (1 - depth) - 0.3 * depth, 0.45 - 0.25 * (1 - depth) + 0.35 * depth]
    const isPath = paths.some((path) => Math.abs(x - path) < 0.004 + 0.008 * depth)
    return isPath ? [250, 245, 236] : ground
  }
  const glow = Math.exp(-9 * Math.hypot((x - 0.5) * 1.5, y - 0.6) ** 2)
  return mix(mix(sky, [255, 253, 248], y), GOLD, glow)
}

function mix(from: Color, to: Color, share: number): Color {
  const at = (one: number, other: number): number => one + (other - one) * share
  return [at(from[0], to[0]), at(from[1], to[1]), at(from[2], to[2])]
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
