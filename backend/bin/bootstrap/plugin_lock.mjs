import { join } from 'node:path'
import { locked } from './lock.mjs'
import { folder } from './plugin_folder.mjs'
import { reasonOf, Refusal } from './refusal.mjs'

/** Does `work` while no other command changes the folder. @throws Refusal while one does, and when it cannot be changed */
export async function alone(work) {
  const lock = join(folder(), '.lock')
  try {
    return await locked(lock, work, (holder) => {
      throw new Refusal(
        `Another command is changing ${folder()} (process ${holder}). Wait until it has ended; if that process is none of Crossdock's, remove ${lock}. Nothing was changed.`
      )
    })
  } catch (error) {
    throw told(error, 'Nothing was changed.')
  }
}

/** What the system says of the folder, as a sentence; anything else as it is. */
export function told(error, then) {
  if (error instanceof Refusal || !error.code) return error
  return new Refusal(
    `The folder of plugins (${folder()}) cannot be changed: ${reasonOf(error)}. ${then}`
  )
}
