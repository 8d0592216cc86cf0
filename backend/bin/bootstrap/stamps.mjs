import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { at, root } from './paths.mjs'

// A stamp records the inputs of the last completed run of a step. Stamps are in node_modules, so removing that
// folder resets them.
const stampFile = (name) => at('node_modules', '.crossdock', `${name}.json`)

/** The recorded inputs of a step, or undefined. */
export function readStamp(name) {
  try {
    return JSON.parse(readFileSync(stampFile(name), 'utf8'))
  } catch {
    return undefined
  }
}

/** Records that the named step is done. */
export function writeStamp(name, value) {
  mkdirSync(dirname(stampFile(name)), { recursive: true })
  writeFileSync(stampFile(name), JSON.stringify(value))
}

/** Deletes a stamp before its step starts, so that an interrupted step counts as not done. */
export function dropStamp(name) {
  rmSync(stampFile(name), { force: true })
}

export const hashFile = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')

const skipped = new Set(['node_modules', 'build', 'dist', 'tests', 'storybook-static'])
const isSpec = (name) => /\.(spec|test|stories)\.[a-z]+$/.test(name) || name.endsWith('.d.ts')

/** The files under a folder that a build reads, without tests and without outputs of a build or an install. */
export function sources(folder, without = []) {
  const found = []
  const walk = (relative) => {
    for (const entry of readdirSync(join(root, relative), { withFileTypes: true })) {
      const path = `${relative}/${entry.name}`
      if (entry.name.startsWith('.') || skipped.has(entry.name) || without.includes(path)) continue
      if (entry.isDirectory()) walk(path)
      else if (entry.isFile() && !isSpec(entry.name)) found.push(path)
    }
  }
  walk(folder)
  return found
}

/** One hash over names, sizes and modification times. Takes a few milliseconds for all sources. */
export const times = (files) =>
  fingerprint(files, (path) => {
    const { size, mtimeMs } = statSync(path)
    return `${size}\0${mtimeMs}`
  })

/** One hash over names and contents, which a copy of the folder keeps. Takes up to a second for all sources. */
export const contents = (files) => fingerprint(files, (path) => readFileSync(path))

function fingerprint(files, of) {
  const hash = createHash('sha256')
  for (const file of [...files].sort()) {
    hash
      .update(`${file}\0`)
      .update(of(join(root, file)))
      .update('\n')
  }
  return hash.digest('hex')
}
