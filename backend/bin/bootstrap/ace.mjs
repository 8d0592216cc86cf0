import { install } from './install.mjs'
import { isPluginCommand, pluginCommand } from './plugins.mjs'
import { program } from './program.mjs'
import { become } from './run.mjs'

/** `node ace …`: the command line of the server. */
export default async function ([name, ...args]) {
  if (isPluginCommand(name)) return pluginCommand(name, args)
  const node = await install({ dev: false })
  return become(node, [...(await program(node, 'console')), ...(name ? [name] : []), ...args])
}
