import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folder } from './plugin_folder.mjs'
import { Refusal } from './refusal.mjs'

/** Does `work` while no other command changes the folder. @throws Refusal while one does, and when it cannot be changed */
export async function alone(work) {
  try {
    const free = take(join(folder(), '.lock'))
    try {
      return await work()
    } finally {
      free()
    }
  } catch (error) {
    throw told(error, 'Nothing was changed.')
  }
}

/**
 * The lock is a folder with one file in it, named by whose it is. Two things never take a lock from whoever holds it,
 * whenever they happen: removing the file of one that died, by its name, and moving a folder to where an empty one is.
 * Returns what frees it.
 */
function take(lock) {
  const name = `${process.pid}-${randomUUID()}`
  const own = `${lock}.${name}`
  mkdirSync(own, { recursive: true })
  try {
    writeFileSync(join(own, name), '')
    while (!isPlaced(own, lock)) dropDead(lock)
  } catch (error) {
    rmSync(own, { recursive: true, force: true })
    throw error
  }
  return () => {
    rmSync(join(lock, name), { force: true })
    removeEmpty(lock)
  }
}

function isPlaced(own, lock) {
  // Windows moves nothing to where any folder is.
  removeEmpty(lock)
  try {
    renameSync(own, lock)
    return true
  } catch (error) {
    if (isHeld(error) || (error.code === 'EPERM' && holders(lock).length > 0)) return false
    throw error
  }
}

/** One that died had no chance to remove it. @throws Refusal when its holder lives */
function dropDead(lock) {
  for (const name of holders(lock)) {
    const holder = parseInt(name)
    if (isAlive(holder)) {
      throw new Refusal(
        `Another command is changing ${folder()} (process ${holder}). Wait until it has ended; if that process is none of Crossdock's, remove ${lock}. Nothing was changed.`
      )
    }
    rmSync(join(lock, name), { force: true })
  }
}

function holders(lock) {
  try {
    return readdirSync(lock)
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}

function removeEmpty(lock) {
  try {
    rmdirSync(lock)
  } catch (error) {
    if (!isHeld(error) && error.code !== 'ENOENT') throw error
  }
}

const isHeld = ({ code }) => code === 'ENOTEMPTY' || code === 'EEXIST'

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
