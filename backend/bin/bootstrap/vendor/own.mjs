import { globSync, readFileSync, rmSync } from 'node:fs'
import { posix, sep } from 'node:path'
import { at } from '../paths.mjs'
import { workspaces } from '../workspaces.mjs'
import { specifiersIn } from './imports.mjs'

const { dirname, join } = posix

/** The server, compiled; the command line of people is a program of its own. */
const server = 'build/{backend,plugins}'

const filesOf = (pattern) =>
  globSync(pattern, { cwd: at() }).map((file) => file.split(sep).join('/'))

/** They are found by their folders, and loaded one by one where one has not run yet. */
const migrations = filesOf(`${server}/**/migrations/*.js`)

/** What is started by itself and shares the server's modules. */
export const programs = filesOf('build/backend/bin/*.js').filter(
  (file) => !file.endsWith('/test.js')
)

/**
 * Processes and a thread of the server's, and what the bench measures by itself: they load what they need, and not the
 * server a second time.
 */
export const beside = [
  'build/backend/kernel/database/checkpoint_main.js',
  'build/backend/kernel/database/reader_main.js',
  'build/backend/kernel/storage/aside/worker.js',
  'build/backend/kernel/chunks/cut_points.js',
  'build/backend/app/assets/pictures/picture_main.js',
  'build/plugins/flows/expressions/worker.js',
  'build/plugins/integrations/imports/reading/worker.js',
]

/** What modules that are not bundled import: packages from outside by name, and migrations. */
export function importable() {
  const exported = workspaces()
    .filter((path) => /^(backend|plugins)\b/.test(path))
    .flatMap((path) => exportsOf(path).flatMap((file) => filesOf(join('build', path, file))))
    .filter((file) => !file.includes('/testing/'))
  const byMigrations = migrations.flatMap((file) =>
    specifiersIn(at(file))
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => join(dirname(file), specifier))
  )
  return [...new Set([...exported, ...byMigrations])].filter((file) => !migrations.includes(file))
}

function exportsOf(path) {
  const { exports = {} } = JSON.parse(readFileSync(at(path, 'package.json'), 'utf8'))
  return Object.values(exports).flatMap((part) => part?.default ?? [])
}

/** Takes away what is in the bundle: loaded from beside it, a module would be there twice. */
export function dropAllBut(files) {
  const stay = new Set([...files, ...migrations])
  for (const file of filesOf(`${server}/**/*.js`)) if (!stay.has(file)) rmSync(at(file))
}
