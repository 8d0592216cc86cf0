import { randomUUID } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const pollMs = 200

/**
 * Runs `work` while this process holds the lock. Waits while another process holds it.
 *
 * The lock is a folder with one file, whose name identifies the holder. Taking the lock cannot disturb a live
 * holder: it deletes only the files of dead processes, by name, and a folder can only be moved over an empty
 * one.
 *
 * @param lock path of the lock
 * @param onHeld called once with the process id of another holder. An error from it ends the wait.
 */
export async function locked(lock, work, onHeld) {
  const free = await take(lock, onHeld)
  try {
    return await work()
  } finally {
    free()
  }
}

async function take(lock, onHeld) {
  let isReported = false
  for (;;) {
    const name = `${process.pid}-${birthOf(process.pid)}-${randomUUID()}`
    if (place(lock, name)) return () => drop(lock, name)
    const holder = liveHolder(lock)
    if (holder === undefined) continue
    if (!isReported) onHeld(holder)
    isReported = true
    await delay(pollMs)
  }
}

/** Tries to take the lock. Returns whether it succeeded. A failed attempt leaves no file. */
function place(lock, name) {
  const own = `${lock}.${name}`
  try {
    mkdirSync(own, { recursive: true })
    writeFileSync(join(own, name), '')
    // Windows cannot move a folder over another one, not even over an empty one.
    removeEmpty(lock)
    renameSync(own, lock)
    return true
  } catch (error) {
    rmSync(own, { recursive: true, force: true })
    if (isHeld(error) || (error.code === 'EPERM' && holders(lock).length > 0)) return false
    throw error
  }
}

function drop(lock, name) {
  rmSync(join(lock, name), { force: true })
  removeEmpty(lock)
}

/** The process id of the live holder, if any. Deletes the files of dead holders. */
function liveHolder(lock) {
  for (const name of holders(lock)) {
    const [pid, birth] = name.split('-')
    if (isAlive(Number(pid), birth)) return Number(pid)
    rmSync(join(lock, name), { force: true })
  }
  return undefined
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

function isAlive(pid, birth) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return !birth || birth === birthOf(pid)
}

/**
 * The start time of a process, in ticks since boot. Needed because a process id can be reused after a restart
 * of the machine or the container. Empty without /proc.
 */
function birthOf(pid) {
  try {
    // The name of the program is in parentheses and may contain any character.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[19]
  } catch {
    return ''
  }
}
