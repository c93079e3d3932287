import sharp from 'sharp'

type Color = readonly [red: number, green: number, blue: number]

const SIZE = { width: 960, height: 640 }
const TEAL: Color = [15, 92, 91]
const GOLD: Color = [226, 178, 92]

/** Draws a sunrise over hills with paths that meet, with a sky of the given color, as a PNG. */
export function drawSunrise(sky: Color, seed: number): Promise<Buffer> {
  const { width, height } = SIZE
  const pixels = Buffer.alloc(3 * width * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const color = colorAt({ x: x / width, y: y / height }, sky, seed)
      pixels.set(color.map(Math.round), 3 * (y * width + x))
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
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
