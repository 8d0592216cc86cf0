import { existsSync, rmSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { addedPackages } from '../../outside/folder.mjs'
import { at } from './paths.mjs'

// Builds the console to run without a page and loads it: this combines the contributions of its plugins, or
// fails.
const vite = createRequire(at('admin', 'package.json')).resolve('vite')
const { build } = await import(pathToFileURL(vite).href)
// In the console's package folder, so that the build resolves its imports.
const outDir = at('admin', 'node_modules', '.cache', `screens-${process.pid}`)

/**
 * Refuses modules of Node.js in added packages. This build has them, but a browser would not load the console. Packages
 * such as `events` have the same names.
 */
const forBrowsers = {
  name: 'crossdock-for-browsers',
  enforce: 'pre',
  resolveId(id, importer = '') {
    if (!isBuiltin(id) || existsSync(join(folder, 'node_modules', id))) return
    const from = added.find((one) => importer.startsWith(one))
    if (from) throw new Error(`${importer} imports "${id}", which browsers do not have.`)
  },
}

const folder = process.env.CROSSDOCK_PLUGINS_DIR
const added = addedPackages(folder).map(({ name }) =>
  `${join(folder, 'node_modules', name)}/`.replaceAll('\\', '/')
)

async function fits() {
  await explained('The console cannot be built with the screens of the added packages', () =>
    build({
      configFile: at('admin', 'vite.config.ts'),
      logLevel: 'silent',
      plugins: [forBrowsers],
      build: { ssr: 'src/built_in.ts', outDir, minify: false, copyPublicDir: false },
    })
  )
  await explained(
    'The console cannot be assembled with the screens of the added packages',
    () => import(pathToFileURL(join(outDir, 'built_in.js')).href)
  )
}

async function explained(what, work) {
  try {
    await work()
  } catch (error) {
    const hint =
      error instanceof ReferenceError
        ? ' (the module in "crossdock.console" must contain only data and lazy components: it is loaded in Node.js here, without a browser)'
        : ''
    throw new Error(`${what}: ${readable(error)}${hint}`, { cause: error })
  }
}

/** Errors of the bundler contain their stack in the message. */
const readable = ({ message }) =>
  (process.stderr.isTTY ? message : stripVTControlCharacters(message))
    .split('\n')
    .filter((line) => !/^\s+at /.test(line))
    .join('\n')

let status = 1
// Loaded code may end the process with a success code.
process.on('exit', () => {
  rmSync(outDir, { recursive: true, force: true })
  process.exitCode = status
})
try {
  await fits()
  status = 0
} catch ({ message }) {
  console.error(message)
}
process.exit()
