import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { at } from './paths.mjs'

/** The folders of the workspaces in package.json, with `folder/*` expanded. */
export function workspaces() {
  const patterns = JSON.parse(readFileSync(at('package.json'), 'utf8')).workspaces
  return patterns
    .flatMap((pattern) => {
      if (!pattern.endsWith('/*')) return [pattern]
      const folder = pattern.slice(0, -2)
      return readdirSync(at(folder)).map((name) => `${folder}/${name}`)
    })
    .filter((path) => existsSync(at(path, 'package.json')))
}
