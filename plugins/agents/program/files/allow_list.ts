import { realpathSync, statSync } from 'node:fs'
import { posix, resolve, win32 } from 'node:path'
import { AgentError, reasonOf } from '../errors.js'
import type { AgentPlatform } from '../platform.js'
import type { AllowedFolder } from '../state/state.js'
import { nameFault } from './names.js'

/** A place in an allowed folder; the names lead down from the folder. */
export interface AllowedPlace {
  root: AllowedFolder
  names: string[]
}

/**
 * Resolves a folder to its real path for the list.
 * @throws AgentError
 */
export function allowedFolder(typed: string): AllowedFolder {
  const path = resolve(typed)
  let real: string
  try {
    real = realpathSync.native(path)
    if (!statSync(real).isDirectory()) throw new Error('it is not a folder')
  } catch (cause) {
    throw new AgentError('E_FOLDER', `"${typed}" cannot be allowed: ${reasonOf(cause)}.`, { cause })
  }
  if (resolve(real, '..') === real) {
    throw new AgentError(
      'E_FOLDER',
      `"${typed}" is the whole disk. Allow the folders that are needed.`
    )
  }
  return { path, real }
}

const notAllowed = (path: string, why: string, hint?: string) =>
  new AgentError('E_PATH_NOT_ALLOWED', `The agent does not use "${path}": ${why}.`, { hint })

/**
 * Finds the place of a server path in the local list. Compares only text: opening checks the folders step by
 * step.
 * @throws AgentError for every other path
 */
export function placeOf(
  path: string,
  allowed: readonly AllowedFolder[],
  platform: AgentPlatform
): AllowedPlace {
  const { isAbsolute } = platform === 'windows' ? win32 : posix
  const separators = platform === 'windows' ? /[\\/]/ : /\//
  if (path.includes('\0')) throw notAllowed(path, 'it holds a zero byte')
  if (!isAbsolute(path)) throw notAllowed(path, 'it is not a whole path')
  if (platform === 'windows' && !/^[a-z]:[\\/]/i.test(path)) {
    throw notAllowed(path, 'it does not begin with the letter of a drive')
  }
  const names = path.split(separators).filter(Boolean)
  const isSame = (one: string, other: string) =>
    platform === 'windows' ? one.toLowerCase() === other.toLowerCase() : one === other
  const namesOf = (folder: string) => folder.split(separators).filter(Boolean)
  let found: AllowedPlace | undefined
  let depth = -1
  for (const root of allowed) {
    for (const spelling of [root.path, root.real]) {
      const above = namesOf(spelling)
      const lies =
        above.length <= names.length && above.every((name, at) => isSame(name, names[at]!))
      if (!lies || above.length <= depth) continue
      depth = above.length
      found = { root, names: names.slice(above.length) }
    }
  }
  if (!found) {
    const list = allowed.map((one) => `"${one.path}"`).join(', ')
    throw notAllowed(
      path,
      allowed.length === 0
        ? 'no folder is allowed on this machine'
        : `it is not in an allowed folder (${list})`,
      'On that machine, allow it with: crossdock-agent folders --add'
    )
  }
  for (const name of found.names) {
    const fault = nameFault(name, platform)
    if (fault) throw notAllowed(path, `the name "${name}" cannot be used, because ${fault}`)
  }
  return found
}
