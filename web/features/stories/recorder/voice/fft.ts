/** Transforms both arrays in place. Their length must be the size given to `createFft`. */
export type Transform = (real: Float64Array, imaginary: Float64Array) => void

/** A radix-2 fast Fourier transform with precomputed tables; `size` is a power of two. */
export function createFft(size: number): { forward: Transform; inverse: Transform } {
  const cosine = Float64Array.from({ length: size / 2 }, (_, i) =>
    Math.cos((2 * Math.PI * i) / size),
  )
  const sine = Float64Array.from({ length: size / 2 }, (_, i) => Math.sin((2 * Math.PI * i) / size))
  const mirror = bitReversed(size)

  const forward: Transform = (real, imaginary) => {
    for (let i = 0; i < size; i++) {
      const j = mirror[i] as number // every index below is valid for arrays of length `size`
      if (j > i) {
        swap(real, i, j)
        swap(imaginary, i, j)
      }
    }
    for (let half = 1; half < size; half *= 2) {
      const step = size / (2 * half)
      for (let start = 0; start < size; start += 2 * half) {
        for (let k = 0; k < half; k++) {
          const c = cosine[k * step] as number
          const s = sine[k * step] as number
          const even = start + k
          const odd = even + half
          const oddReal = real[odd] as number
          const oddImaginary = imaginary[odd] as number
          const turnedReal = oddReal * c + oddImaginary * s
          const turnedImaginary = oddImaginary * c - oddReal * s
          real[odd] = (real[even] as number) - turnedReal
          imaginary[odd] = (imaginary[even] as number) - turnedImaginary
          real[even] = (real[even] as number) + turnedReal
          imaginary[even] = (imaginary[even] as number) + turnedImaginary
        }
      }
    }
  }

  /**
   * Swapping the real and imaginary parts reverses the transform; scaling makes it the exact
   * inverse.
   */
  const inverse: Transform = (real, imaginary) => {
    forward(imaginary, real)
    for (let i = 0; i < size; i++) {
      real[i] = (real[i] as number) / size
      imaginary[i] = (imaginary[i] as number) / size
    }
  }

  return { forward, inverse }
}

function bitReversed(size: number): Uint32Array {
  const order = new Uint32Array(size)
  for (let i = 1; i < size; i++) {
    order[i] = ((order[i >> 1] as number) >> 1) | (i & 1 ? size >> 1 : 0)
  }
  return order
}

function swap(values: Float64Array, i: number, j: number): void {
  const kept = values[i] as number
  values[i] = values[j] as number
  values[j] = kept
}
