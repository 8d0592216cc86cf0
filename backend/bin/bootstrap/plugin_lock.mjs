import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folder } from './plugin_folder.mjs'
import { Refusal } from './refusal.mjs'

/** Does `work` while no other command changes the folder. @throws Refusal while one does, and when it cannot be changed */
export async function alone(work) {
  const lock = join(folder(), '.lock')
  try {
    take(lock)
    try {
      return await work()
    } finally {
      rmSync(lock, { force: true })
    }
  } catch (error) {
    throw told(error, 'Nothing was changed.')
  }
}

/** Made elsewhere and linked: whoever finds it finds whose it is. */
function take(lock) {
  const own = `${lock}.${process.pid}`
  mkdirSync(folder(), { recursive: true })
  try {
    writeFileSync(own, String(process.pid))
    if (isTaken(() => linkSync(own, lock))) {
      const holder = Number(readFileSync(lock, 'utf8'))
      if (isAlive(holder)) {
        throw new Refusal(
          `Another command is changing ${folder()} (process ${holder}). Wait until it has ended; if that process is none of Crossdock's, remove ${lock}. Nothing was changed.`
        )
      }
      // It ended without a chance to remove it.
      rmSync(lock, { force: true })
      linkSync(own, lock)
    }
  } finally {
    rmSync(own, { force: true })
  }
}

function isTaken(link) {
  try {
    link()
    return false
  } catch (error) {
    if (error.code === 'EEXIST') return true
    throw error
  }
}

function isAlive(process_) {
  try {
    process.kill(process_, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const reasons = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'it is on a disk that is read only',
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  ENOTDIR: 'it is no folder',
  EEXIST: 'it is no folder',
}

/** What the system says of the folder, as a sentence; anything else as it is. */
export function told(error, then) {
  if (error instanceof Refusal || !error.code) return error
  return new Refusal(
    `The folder of plugins (${folder()}) cannot be changed: ${reasons[error.code] ?? error.message}. ${then}`
  )
}
