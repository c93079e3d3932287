const GB = 1024 ** 3
const MB = 1024 ** 2
const KB = 1024

/** `1 byte`, `12 kB`, `340 MB`, `3.4 GB`. */
export function bytesInWords(bytes: number): string {
  if (bytes >= GB) return `${(bytes / GB).toFixed(1)} GB`
  if (bytes >= MB) return `${Math.round(bytes / MB)} MB`
  return bytes >= KB ? `${Math.round(bytes / KB)} kB` : counted(bytes, 'byte')
}

export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}

/** A time span in words: "40 minutes", "3 hours", "12 days". */
export function spanInWords(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 90) return counted(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day')
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}
