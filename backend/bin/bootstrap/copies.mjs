import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const nameAndVersion = String.raw`@?([a-z][\w./-]*?)(?:\.js)?[ \t]+v?(\d+\.\d+\.\d+(?:-[\w.]+)?)\b`
/** `/*! name v1.2.3` and `@license name v1.2.3`, which minifiers keep. */
const banner = new RegExp(String.raw`(?:/\*!|@license|@preserve)[\s*]*${nameAndVersion}`, 'gi')
/** Modular builds of lodash have no banner, but a `VERSION`. */
const lodash = /\bVERSION\s*=\s*['"](\d+\.\d+\.\d+)['"]/

/**
 * Skipped folders: npm packages inside a package are listed separately, and tests and examples are never
 * loaded.
 */
const skipped = new Set(['node_modules', 'test', 'tests', '__tests__', 'example', 'examples'])

/**
 * Finds copies of other libraries in a package's own files: by the license banner of a bundle, by a nested
 * package.json, or by lodash's `VERSION`.
 */
export function copiesIn(folder) {
  const own = readJson(join(folder, 'package.json'))
  const found = new Map()
  const note = (name, version, file) => {
    const plain = name.toLowerCase()
    if (!version || plain === own?.name?.toLowerCase()) return
    found.set(`${plain}@${version}`, { name: plain, version, file: file.slice(folder.length + 1) })
  }
  for (const file of filesBelow(folder)) {
    if (file.endsWith('package.json')) {
      const nested = readJson(file)
      if (file !== join(folder, 'package.json') && nested?.name)
        note(nested.name, nested.version, file)
      continue
    }
    const text = readFileSync(file, 'utf8')
    for (const [, name, version] of text.matchAll(banner)) note(name, version, file)
    if (!/lodash/i.test(text)) continue
    const version = lodash.exec(text)?.[1]
    if (version) note('lodash', version, file)
  }
  return [...found.values()]
}

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* filesBelow(path)
    else if (entry.isFile() && /(?:\.[cm]?js|^package\.json)$/.test(entry.name)) yield path
  }
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
