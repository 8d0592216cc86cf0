import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { at } from './paths.mjs'
import { workspaces } from './workspaces.mjs'

/**
 * Completes the compiled tree in build/, so that it runs like the sources: files that are not compiled lie beside
 * their modules, and `@crossdock/<name>` means the compiled package. What vendor/ does not
 * bundle is found further up.
 */
export function mirror(inputs) {
  for (const file of inputs) {
    if (!/\.tsx?$|^tsconfig/.test(file)) copy(file)
  }
  for (const path of workspaces()) {
    if (!existsSync(at('build', path, 'package.json'))) continue
    const { name } = JSON.parse(readFileSync(at(path, 'package.json'), 'utf8'))
    link(at('build', path), at('build', 'node_modules', name))
    // npm puts a package here when this workspace wants another version than the rest.
    const nested = at(path, 'node_modules')
    if (existsSync(nested)) link(nested, at('build', path, 'node_modules'))
  }
}

function copy(file) {
  mkdirSync(dirname(at('build', file)), { recursive: true })
  copyFileSync(at(file), at('build', file))
}

/** Relative, so that the whole folder can be moved; Windows wants junctions, which are absolute. */
function link(target, path) {
  mkdirSync(dirname(path), { recursive: true })
  if (process.platform === 'win32') symlinkSync(target, path, 'junction')
  else symlinkSync(relative(dirname(path), target), path)
}
