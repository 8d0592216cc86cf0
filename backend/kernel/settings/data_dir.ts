import { randomUUID } from 'node:crypto'
import { accessSync, constants, mkdirSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SettingsError } from './settings.js'

/** Explanations of the system's error codes for an unusable folder. */
export const folderFaults: Record<string, string> = {
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'that disk is read-only',
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENOSPC: 'the disk is full',
}

/**
 * Creates the folder and its missing parents, and checks that the server can work in it.
 * @throws SettingsError
 */
export function makeDataDir(folder: string): void {
  let part = folder
  try {
    for (part of missingParts(folder)) makeFolder(part)
    part = folder
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new SettingsError([
      `DATA_DIR (${folder}) cannot be used: ${faultOf(error, part, folder)}.`,
    ])
  }
}

function faultOf(error: unknown, part: string, folder: string): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return `no folder can be created at ${part}`
  if (code === 'EEXIST' && part !== folder) return folderFaults.ENOTDIR!
  return folderFaults[code] ?? message
}

/**
 * Why a missing folder could not be created; undefined if it could. It does not create the folder: it creates
 * and removes another one next to the first missing part.
 */
export function makingFault(folder: string): string | undefined {
  const [first] = missingParts(folder)
  if (first === undefined) return undefined
  if (statSync(first, { throwIfNoEntry: false })) return faultOf({ code: 'EEXIST' }, first, folder)
  const probe = join(dirname(first), `.doctor-${randomUUID()}`)
  try {
    mkdirSync(probe)
    rmdirSync(probe)
    return undefined
  } catch (error) {
    return faultOf(error, first, folder)
  }
}

/** The missing folders of a path, the topmost first. */
function missingParts(folder: string): string[] {
  const parts: string[] = []
  for (let part = folder; !isFolder(part); part = dirname(part)) {
    parts.unshift(part)
    if (part === dirname(part)) break
  }
  return parts
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** One at a time: a recursive `mkdir` of Node never returns in places like /proc. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have created it at the same time.
    if (!isFolder(path)) throw error
  }
}
