import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { changed } from '../../outside/folder.mjs'
import { alone, told } from './plugin_lock.mjs'
import { folder } from './plugin_folder.mjs'

/** What makes up the folder. Each package is kept as it came: what is installed can be installed again. */
const parts = ['node_modules', 'packages', 'package-lock.json', 'package.json']

/**
 * Changes a copy of the folder, and puts it in its place when `work` did not refuse it: a plugin that does not fit
 * leaves everything as it was. `work` returns what is to be said then. One command at a time.
 */
export const change = (work) =>
  alone(async () => {
    finish()
    const staged = join(folder(), '.next')
    let say
    try {
      rmSync(staged, { recursive: true, force: true })
      for (const part of ['node_modules', 'packages'])
        mkdirSync(join(staged, part), { recursive: true })
      for (const part of ['packages', 'package-lock.json', 'package.json']) {
        const path = join(folder(), part)
        if (existsSync(path)) cpSync(path, join(staged, part), { recursive: true })
      }
      say = await work(staged)
      // From here on it is decided: whoever is interrupted now leaves the rest to the next command.
      renameSync(staged, changed(folder()))
    } catch (error) {
      rmSync(staged, { recursive: true, force: true })
      throw error
    }
    finish()
    say()
  })

/** Ends what a command left that was interrupted while it put a change in its place. */
export async function settle() {
  if (existsSync(changed(folder()))) await alone(finish)
}

/** Puts what was decided in its place, as far as it is not there yet. */
function finish() {
  const ready = changed(folder())
  if (!existsSync(ready)) return
  const old = join(folder(), '.old')
  try {
    for (const part of parts) {
      if (!existsSync(join(ready, part))) continue
      rmSync(old, { recursive: true, force: true })
      const path = join(folder(), part)
      // Removing takes its time, and a server may start meanwhile.
      if (existsSync(path)) renameSync(path, old)
      renameSync(join(ready, part), path)
    }
    for (const left of [ready, old]) rmSync(left, { recursive: true, force: true })
  } catch (error) {
    throw told(error, 'Mend that, and "node ace plugin:list" puts the rest of the change in place.')
  }
}
