import { counted } from '#web/lib/counted.ts'

/** Formats seconds as a clock does: '1:23', '10:00', '1:00:05'. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [whole / 3600, (whole / 60) % 60, whole % 60].map(Math.floor)
  const end = String(rest).padStart(2, '0')
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${end}` : `${minutes}:${end}`
}

/** Formats seconds in words for screen readers: '1 minute 23 seconds'. */
export function spokenTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const minutes = Math.floor(whole / 60)
  const parts = [counted(minutes, 'minute'), counted(whole % 60, 'second')]
  return minutes === 0 ? (parts[1] ?? '') : parts.join(' ')
}
