import { addedPackages } from '../../outside/folder.mjs'
import { at } from './paths.mjs'
import { run } from './run.mjs'

/**
 * Checks that the console can be built and assembled with the screens of that folder's packages. Otherwise the
 * first page to find a conflict, such as two tabs with one name, would show nothing. Prints problems. Does
 * nothing without screens.
 */
export async function screensFit(node, folder) {
  const used = addedPackages(folder).filter(({ disabled }) => !disabled)
  const broken = used.find(({ problem }) => problem)
  if (broken) {
    console.error(`The plugin package "${broken.name}" ${broken.problem}`)
    return false
  }
  if (!used.some((one) => one.console)) return true
  const plain = process.stderr.isTTY ? {} : { NO_COLOR: '1' }
  const status = await run(node, [at('backend', 'bin', 'bootstrap', 'screens_program.mjs')], {
    cwd: at('admin'),
    env: { ...plain, NODE_ENV: 'production', CROSSDOCK_PLUGINS_DIR: folder },
    stdio: ['ignore', 2, 2],
  })
  return status === 0
}
