import { globSync, readFileSync, rmSync } from 'node:fs'
import { posix, sep } from 'node:path'
import { at } from '../paths.mjs'
import { workspaces } from '../workspaces.mjs'
import { specifiersIn } from './imports.mjs'

const { dirname, join } = posix

/** The compiled server. The CLI for users is a separate program. */
const server = 'build/{backend,plugins}'

const filesOf = (pattern) =>
  globSync(pattern, { cwd: at() }).map((file) => file.split(sep).join('/'))

/** Migrations are found by folder, and a migration is loaded only when it has not run yet. */
const migrations = filesOf(`${server}/**/migrations/*.js`)

/** Programs that start separately and share the server's modules. */
export const programs = filesOf('build/backend/bin/*.js').filter(
  (file) => !file.endsWith('/test.js')
)

/**
 * Processes and a worker thread of the server, and measured programs of the bench. They load only what they
 * need, without a second copy of the server.
 */
export const standalone = [
  'build/backend/kernel/database/sqlite/checkpoint_main.js',
  'build/backend/kernel/database/readers/reader_main.js',
  'build/backend/kernel/storage/hashing/worker.js',
  'build/backend/kernel/chunks/cut_points.js',
  'build/backend/app/assets/pictures/picture_main.js',
  'build/plugins/flows/expressions/worker.js',
  'build/plugins/integrations/imports/reading/worker.js',
]

/** Modules imported from outside the bundle: by third-party packages and by migrations. */
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

/** Deletes bundled files: loading one of them directly would create a second instance. */
export function dropAllBut(files) {
  const stay = new Set([...files, ...migrations])
  for (const file of filesOf(`${server}/**/*.js`)) if (!stay.has(file)) rmSync(at(file))
}
