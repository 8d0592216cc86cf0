import { build } from './build.mjs'
import { install } from './install.mjs'
import { at } from './paths.mjs'
import { settle } from './plugin_change.mjs'
import { become } from './run.mjs'

/** Loaded before the server, which could not notice otherwise that npm is gone. */
const follow = new URL('follow.mjs', import.meta.url).href

/** `npm start`: installs and builds what changed, then becomes the server. */
export default async function (args) {
  await settle()
  const node = await install({ dev: false })
  await build(node)
  return become(node, [`--import=${follow}`, at('build', 'backend', 'bin', 'server.js'), ...args])
}
