import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const VIRTUAL = 'virtual:crossdock-plugins'

interface PackageJson {
  dependencies?: Record<string, string>
  crossdock?: { console?: string }
}

const readPackage = (file: string): PackageJson => JSON.parse(readFileSync(file, 'utf8'))

/** Console entries of the plugins in the repository: plugins/<name>/admin/index.ts. */
function workspaceEntries(root: string): string[] {
  const folder = join(root, 'plugins')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .map((name) => join(folder, name, 'admin', 'index.ts'))
    .filter((file) => existsSync(file))
    .sort()
}

/** Console entries of installed packages whose package.json says `crossdock.console`. */
function installedEntries(root: string): string[] {
  const require = createRequire(join(root, 'package.json'))
  const hosts = [join(root, 'package.json'), join(root, 'admin', 'package.json')]
  const names = hosts.flatMap((file) => Object.keys(readPackage(file).dependencies ?? {}))
  return [...new Set(names)].sort().flatMap((name) => {
    const paths = require.resolve.paths(name) ?? []
    const manifest = paths.map((path) => join(path, name, 'package.json')).find(existsSync)
    const entry = manifest && readPackage(manifest).crossdock?.console
    return manifest && entry ? [resolve(dirname(manifest), entry)] : []
  })
}

/** Emits `virtual:crossdock-plugins`: the list of all console plugins, fixed when building. */
export function crossdockPlugins(root: string): Plugin {
  return {
    name: 'crossdock-plugins',
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    load(id) {
      if (id !== `\0${VIRTUAL}`) return undefined
      const entries = [...workspaceEntries(root), ...installedEntries(root)]
      const imports = entries.map((file, at) => `import plugin${at} from ${JSON.stringify(file)}`)
      const names = entries.map((_file, at) => `plugin${at}`)
      return `${imports.join('\n')}\nexport default [${names.join(', ')}]\n`
    },
  }
}
