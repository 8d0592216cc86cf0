import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { changed } from '../../outside/folder.mjs'
import { alone, explained } from './plugin_lock.mjs'
import { folder } from './plugin_folder.mjs'

/** What the folder consists of. It keeps the tarball of each package, so that npm can install it again. */
const parts = ['node_modules', 'packages', 'package-lock.json', 'package.json']

/**
 * Changes a copy of the folder, and moves it into place unless `work` refuses: a failed change leaves
 * everything unchanged. `work` returns a function that prints the result. One command at a time.
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
      // From here on the change is decided: after an interrupt the next command finishes it.
      renameSync(staged, changed(folder()))
    } catch (error) {
      rmSync(staged, { recursive: true, force: true })
      throw error
    }
    finish()
    say()
  })

/** Finishes a change whose command was interrupted while moving it into place. */
export async function settle() {
  if (existsSync(changed(folder()))) await alone(finish)
}

/** Moves the remaining parts of a decided change into place. */
function finish() {
  const ready = changed(folder())
  if (!existsSync(ready)) return
  const old = join(folder(), '.old')
  try {
    for (const part of parts) {
      if (!existsSync(join(ready, part))) continue
      rmSync(old, { recursive: true, force: true })
      const path = join(folder(), part)
      // Removing takes time, and a server may start in between.
      if (existsSync(path)) renameSync(path, old)
      renameSync(join(ready, part), path)
    }
    for (const left of [ready, old]) rmSync(left, { recursive: true, force: true })
  } catch (error) {
    throw explained(error, 'Fix this, then run "node ace plugin:list" to finish the change.')
  }
}
