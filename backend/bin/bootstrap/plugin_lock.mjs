import { join } from 'node:path'
import { locked } from './lock.mjs'
import { folder } from './plugin_folder.mjs'
import { reasonOf, Refusal } from './refusal.mjs'

/**
 * Runs `work` while no other command changes the folder.
 * @throws Refusal while one does, and when the folder cannot be changed
 */
export async function alone(work) {
  const lock = join(folder(), '.lock')
  try {
    return await locked(lock, work, (holder) => {
      throw new Refusal(
        `Another command is changing ${folder()} (process ${holder}). Wait until it ends. If it is not a process of Crossdock, remove ${lock}. Nothing was changed.`
      )
    })
  } catch (error) {
    throw explained(error, 'Nothing was changed.')
  }
}

/** Converts a system error about the folder to a sentence. Returns any other error unchanged. */
export function explained(error, then) {
  if (error instanceof Refusal || !error.code) return error
  return new Refusal(
    `The folder of plugins (${folder()}) cannot be changed: ${reasonOf(error)}. ${then}`
  )
}
