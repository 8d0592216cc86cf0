import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { at } from './paths.mjs'
import { workspaces } from './workspaces.mjs'

/**
 * Completes the compiled tree in build/ so that it runs like the sources: uncompiled files are next to their
 * modules, and `@crossdock/<name>` resolves to the compiled package. Packages that vendor/ does not bundle are
 * found in parent folders.
 */
export function mirror(inputs, tree = 'build') {
  for (const file of inputs) {
    if (!/\.tsx?$|^tsconfig/.test(file)) copy(file, at(tree, file))
  }
  for (const path of workspaces()) {
    if (!existsSync(at(tree, path, 'package.json'))) continue
    const { name } = JSON.parse(readFileSync(at(path, 'package.json'), 'utf8'))
    link(at(tree, path), at(tree, 'node_modules', name))
    // npm installs a package here when this workspace requires another version than the others.
    const nested = at(path, 'node_modules')
    if (existsSync(nested)) link(nested, at(tree, path, 'node_modules'))
  }
}

function copy(file, target) {
  mkdirSync(dirname(target), { recursive: true })
  copyFileSync(at(file), target)
}

/**
 * Links are relative, so that the whole folder can be moved. On Windows they are junctions, which must be
 * absolute.
 */
export function link(target, path) {
  mkdirSync(dirname(path), { recursive: true })
  if (process.platform === 'win32') symlinkSync(target, path, 'junction')
  else symlinkSync(relative(dirname(path), target), path)
}
