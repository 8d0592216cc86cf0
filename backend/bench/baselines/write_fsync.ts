import { randomBytes } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { closedLoop } from '../closed_loop.js'
import { answer, options } from './process.js'

/*
 * Write and fsync: each lane writes one file after the other, each on disk before the next. Directory entries
 * are not synced.
 */
const { folder, bytes } = options<{ folder: string; bytes: number }>()
const content = randomBytes(bytes)
let made = 0

async function write(): Promise<void> {
  const file = await open(join(folder, String(made++)), 'wx')
  await file.write(content)
  await file.sync()
  await file.close()
}

answer<{ lanes: number; seconds: number }>(async ({ lanes, seconds }) => {
  await mkdir(folder, { recursive: true })
  const result = await closedLoop({ lanes, seconds, work: write })
  await rm(folder, { recursive: true })
  return result
})
