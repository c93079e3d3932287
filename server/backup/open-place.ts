import type { BackupAddress } from '#server/config.ts'
import { createBackupFolder } from '#server/ports/backups/folder.ts'
import type { BackupPlace } from '#server/ports/backups/port.ts'

export async function openBackupPlace(address: BackupAddress): Promise<BackupPlace> {
  if (address.provider === 'folder') return createBackupFolder(address.path)
  return (await import('#server/ports/backups/bucket.ts')).createBackupBucket(address)
}
