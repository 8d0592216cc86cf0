import { locked } from './lock.mjs'
import { at } from './paths.mjs'
import { reasonOf, Refusal } from './refusal.mjs'

const lock = at('build', '.lock')

/** Whether a name in the build folder belongs to the lock. A build deletes all other files there. */
export const isLock = (name) => name.startsWith('.lock')

/**
 * Runs `work`, which changes node_modules or the build, while no other process does. Waits for other processes.
 * A nested call deadlocks.
 * @throws Refusal when this account cannot write to the build folder
 */
export async function aloneInBuild(work) {
  let began = false
  try {
    return await locked(
      lock,
      () => {
        began = true
        return work()
      },
      (holder) =>
        console.error(
          `Process ${holder} installs or builds in this folder: waiting until it ends. (If it is not a process of Crossdock, remove ${lock}.)`
        )
    )
  } catch (error) {
    if (began || !error.code) throw error
    throw new Refusal(
      `This folder must be installed and built first, and ${at('build')} cannot be changed: ${reasonOf(error)}. Run "npm run build" as the account that owns the folder.`
    )
  }
}
