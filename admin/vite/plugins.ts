import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { addedPackages } from '../../backend/outside/folder.mjs'

const VIRTUAL = 'virtual:crossdock-plugins'

/** Modules that must exist once in a page. Plugins get the console's copy, whatever copies they ship. */
export const oneInstance = [
  'react',
  'react-dom',
  'react-admin',
  'ra-core',
  'react-router',
  'react-router-dom',
  'react-hook-form',
  '@tanstack/react-query',
  '@mui/material',
  '@mui/icons-material',
  '@emotion/react',
  '@emotion/styled',
  'lucide-react',
]

/** Console entries of the plugins in the repository: plugins/<name>/admin/index.ts. */
function workspaceEntries(root: string): string[] {
  const folder = join(root, 'plugins')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .map((name) => join(folder, name, 'admin', 'index.ts'))
    .filter((file) => existsSync(file))
    .sort()
}

/** Console entries of the packages that the operator added. */
function outsideEntries(folder: string): string[] {
  return addedPackages(folder).flatMap(({ name, disabled, problem, console: entry }) => {
    if (disabled) return []
    if (problem) throw new Error(`The plugin package "${name}" ${problem}`)
    return entry ? [realpathSync(entry)] : []
  })
}

/**
 * Emits `virtual:crossdock-plugins`: the list of all console plugins, fixed at build time.
 * @param folder directory of the packages that the operator added
 */
export function crossdockPlugins(root: string, folder: string): Plugin {
  const real = existsSync(folder) ? realpathSync(folder) : folder
  const outside = `${real.replaceAll('\\', '/')}/`
  const isShared = (id: string) =>
    id.startsWith('@crossdock/') ||
    oneInstance.some((name) => id === name || id.startsWith(`${name}/`))
  return {
    name: 'crossdock-plugins',
    enforce: 'pre',
    // Vite prepares dependencies of packages (mainly CommonJS) for the page only where its scanner finds them.
    config: (_own, { command }) =>
      command === 'serve' ? { optimizeDeps: { entries: outsideEntries(folder) } } : {},
    resolveId(id, importer) {
      if (id === VIRTUAL) return `\0${VIRTUAL}`
      if (!importer?.startsWith(outside) || !isShared(id)) return undefined
      return this.resolve(id, join(root, 'admin', 'src', 'main.tsx'), { skipSelf: true })
    },
    load(id) {
      if (id !== `\0${VIRTUAL}`) return undefined
      const entries = [...workspaceEntries(root), ...outsideEntries(folder)]
      const imports = entries.map((file, at) => `import plugin${at} from ${JSON.stringify(file)}`)
      const names = entries.map((_file, at) => `plugin${at}`)
      return `${imports.join('\n')}\nexport default [${names.join(', ')}]\n`
    },
  }
}
