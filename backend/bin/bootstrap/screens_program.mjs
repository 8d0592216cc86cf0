import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { at } from './paths.mjs'

// Builds the console to run without a page and loads it: this combines the contributions of its plugins, or
// fails.
const vite = createRequire(at('admin', 'package.json')).resolve('vite')
const { build } = await import(pathToFileURL(vite).href)
// In the console's package folder, so that the build resolves its imports.
const outDir = at('admin', 'node_modules', '.cache', `screens-${process.pid}`)

async function fits() {
  await explained('The console cannot be built with the screens of the added packages', () =>
    build({
      configFile: at('admin', 'vite.config.ts'),
      logLevel: 'silent',
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
