/** '1.2 MB', '3 KB'. */
export function sizeLabel(bytes: number): string {
  const mega = bytes / 1024 / 1024
  return mega >= 1 ? `${mega.toFixed(1)} MB` : `${Math.ceil(bytes / 1024)} KB`
}
