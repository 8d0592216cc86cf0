import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { aloneInBuild } from './build_lock.mjs'
import { install } from './install.mjs'
import { at } from './paths.mjs'
import { run } from './run.mjs'

const folder = at('node_modules', 'sqlite3')
const built = () =>
  existsSync(at('node_modules', 'sqlite3', 'build', 'Release', 'node_sqlite3.node'))

/** `npm run build:sqlite3`: compiles the sqlite3 driver, which is installed but not built by default. */
export default async function () {
  return compile(await install({ dev: false }))
}

/**
 * The driver for a test run.
 * @param compiles whether to compile a missing driver; CI always compiles it
 */
export async function findSqlite3(node, { compiles = false } = {}) {
  // For a single run: skipping optimization saves more compile time than it costs the tests.
  if (!built() && (compiles || process.env.CI)) await compile(node, '-O0')
  if (built()) return { env: { SQLITE_DRIVER: 'sqlite3' } }
  return {
    missing:
      'the sqlite3 driver is not built; `npm run build:sqlite3` does it (a minute, with a C++ compiler).',
  }
}

/** Calls node-gyp directly, because npm's rules for install scripts differ between versions. */
const compile = (node, flags) => aloneInBuild(() => compileAlone(node, flags))

function compileAlone(node, flags = '') {
  console.error('Compiling the sqlite3 driver (about a minute)…')
  const headers = at('node_modules', `node-${process.platform}-${process.arch}`)
  return run(
    node,
    [
      at('node_modules', 'node-gyp', 'bin', 'node-gyp.js'),
      'rebuild',
      `--jobs=${availableParallelism()}`,
      '--loglevel=error',
      // The Node package contains its headers, so nothing is downloaded.
      ...(existsSync(headers) ? [`--nodedir=${headers}`] : []),
    ],
    // Hide SQLite's own warnings.
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { CFLAGS: `-w ${flags}`, CXXFLAGS: `-w ${flags}` },
    }
  )
}
