import { join } from 'node:path'
import { addedPackages } from '../../outside/folder.mjs'
import { install } from './install.mjs'
import { program } from './program.mjs'
import { Refusal } from './refusal.mjs'
import { run } from './run.mjs'
import { screensFit } from './screens_check.mjs'

/**
 * Loads all installed plugins together with the packages of that folder, without starting them: server, CLI
 * commands, screens. `about` is the package that is added, changed, enabled or removed. The others were
 * installed before.
 */
export async function checkSet(folder, about) {
  const used = addedPackages(folder).filter((one) => !one.disabled)
  if (used.length === 0) return
  const node = await install({ dev: false })
  const loads = async (name, place) =>
    (await run(node, await program(node, name, place), {
      env: { CROSSDOCK_PLUGINS_DIR: folder },
    })) === 0
  const fits =
    (await loads('check_plugins')) &&
    (!used.some((one) => one.cli) || (await loads('check_plugins', join('cli', 'src')))) &&
    (await screensFit(node, folder))
  if (fits) return
  const others = used.flatMap(({ name }) => (name === about ? [] : name)).join(', ')
  throw new Refusal(
    others
      ? `Nothing was changed. If a package added before is the cause (${others}), disable it: node ace plugin:disable <package>`
      : 'Nothing was changed.'
  )
}
