import { backupRows } from './backup-rows.ts'
import type { RowGroup } from './bench.ts'
import { fileRows } from './file-rows.ts'
import { growthRows } from './growth-rows.ts'
import { idleRows } from './idle-rows.ts'
import { liveRows } from './live-rows.ts'
import { mailingRows } from './mailing-rows.ts'
import { manyRows } from './many-rows.ts'
import { memoryRows } from './memory-rows.ts'
import { pageRows } from './page-rows.ts'
import { practiceRows } from './practice-rows.ts'
import { signInRows } from './sign-in-rows.ts'
import { startRows } from './start-rows.ts'
import { listRows, threadRows } from './throughput-rows.ts'
import { uploadRows } from './upload-rows.ts'
import { writeRows } from './write-rows.ts'

/** Every group of rows, in the order of the table. */
export const GROUPS: RowGroup[] = [
  startRows,
  listRows,
  manyRows,
  threadRows,
  writeRows,
  memoryRows,
  idleRows,
  signInRows,
  uploadRows,
  fileRows,
  growthRows,
  practiceRows,
  mailingRows,
  backupRows,
  liveRows,
  pageRows,
]
