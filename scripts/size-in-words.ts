const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** `0 bytes`, `12 kB`, `3.4 MB`. */
export function sizeInWords(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  const value = bytes / 1000 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`
}
