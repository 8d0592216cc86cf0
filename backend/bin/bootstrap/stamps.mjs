import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { at, root } from './paths.mjs'

// Stamps say what a step was last done for. They lie in node_modules: removing that folder forgets them all.
const stampFile = (name) => at('node_modules', '.crossdock', `${name}.json`)

/** What the named step was last done for, or undefined. */
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

/** Forgets a step before it is begun again, so that an interrupted one counts as not done. */
export function dropStamp(name) {
  rmSync(stampFile(name), { force: true })
}

export const hashFile = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')

const skipped = new Set(['node_modules', 'build', 'dist', 'tests', 'storybook-static'])
const isSpec = (name) => /\.(spec|test|stories)\.[a-z]+$/.test(name) || name.endsWith('.d.ts')

/** The files under a folder that a build reads: neither tests nor what a build or an install wrote. */
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

/** One hash over names, sizes and times of change: a few milliseconds for all sources. */
export function fingerprint(files) {
  const hash = createHash('sha256')
  for (const file of [...files].sort()) {
    const { size, mtimeMs } = statSync(join(root, file))
    hash.update(`${file}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}
