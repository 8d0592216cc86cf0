import { build } from './build.mjs'
import { install } from './install.mjs'
import { at } from './paths.mjs'
import { become } from './run.mjs'
import { sourceFlags } from './source.mjs'

/** `npm run bench`: measures the built product. The benchmark program runs from its sources. */
export default async function (args) {
  const node = await install({ dev: true })
  await build(node)
  // Its servers run the fresh build.
  process.env.TEST_BUILD = 'fresh'
  return become(node, [...sourceFlags, at('backend', 'bench', 'run.ts'), ...args])
}
