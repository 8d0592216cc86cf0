import './follow.mjs'
import { root } from './paths.mjs'
import { Refusal } from './refusal.mjs'

/** The commands. Each is loaded only when called, which keeps starts fast. */
const commands = {
  start: () => import('./start.mjs'),
  dev: () => import('./dev.mjs'),
  build: () => import('./build.mjs'),
  test: () => import('./test.mjs'),
  prove: () => import('./prove.mjs'),
  check: () => import('./check.mjs'),
  bench: () => import('./bench.mjs'),
  ace: () => import('./ace.mjs'),
  'build:agents': () => import('./agents.mjs'),
  'build:packages': () => import('./pack.mjs'),
  'build:sqlite3': () => import('./sqlite3.mjs'),
}

/** Runs one setup command and sets its exit status. */
export async function main(name, args) {
  process.chdir(root)
  try {
    if (!Object.hasOwn(commands, name ?? '')) {
      const known = Object.keys(commands).join(', ')
      throw new Refusal(`There is no command "${name ?? ''}". Use one of: ${known}.`)
    }
    const { default: command } = await commands[name]()
    process.exitCode = await command(args)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
    process.exitCode = error.status
  }
}
