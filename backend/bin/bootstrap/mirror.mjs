import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { at } from './paths.mjs'
import { workspaces } from './workspaces.mjs'

/**
 * Completes the compiled tree in build/, so that it runs like the sources: files that are not compiled lie beside
 * their modules, and `@crossdock/<name>` means the compiled package. What vendor/ does not
 * bundle is found further up.
 */
export function mirror(inputs, tree = 'build') {
  for (const file of inputs) {
    if (!/\.tsx?$|^tsconfig/.test(file)) copy(file, at(tree, file))
  }
  for (const path of workspaces()) {
    if (!existsSync(at(tree, path, 'package.json'))) continue
    const { name } = JSON.parse(readFileSync(at(path, 'package.json'), 'utf8'))
    link(at(tree, path), at(tree, 'node_modules', name))
    // npm puts a package here when this workspace wants another version than the rest.
    const nested = at(path, 'node_modules')
    if (existsSync(nested)) link(nested, at(tree, path, 'node_modules'))
  }
}

function copy(file, target) {
  mkdirSync(dirname(target), { recursive: true })
  copyFileSync(at(file), target)
}

/** Relative, so that the whole folder can be moved; Windows wants junctions, which are absolute. */
export function link(target, path) {
  mkdirSync(dirname(path), { recursive: true })
  if (process.platform === 'win32') symlinkSync(target, path, 'junction')
  else symlinkSync(relative(dirname(path), target), path)
}
