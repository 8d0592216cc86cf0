import { existsSync } from 'node:fs'
import { at } from './paths.mjs'

/** The script of an installed tool, resolved from the given workspace. */
export function tool(name, script, workspace = '.') {
  const own = at(workspace, 'node_modules', name, script)
  return existsSync(own) ? own : at('node_modules', name, script)
}
