import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Messages } from '@crossdock/admin/kit'
import type { Plugin } from 'vite'
import { mergeTexts } from '../src/i18n/catalog.js'

/** Catalogs of the console and of the plugins in the repository, one file per language: `{ shell, screens }`. */
const catalogs = ['admin/src/texts', 'plugins/*/admin/texts']

const prefix = '\0virtual:crossdock-texts/'

/**
 * Serves `virtual:crossdock-texts/<part>/<language>`: one part of all catalogs in one language, as one module. `shell`
 * is what the first load needs, `screens` comes with the first screen. English fills in what a language lacks.
 */
export function texts(root: string): Plugin {
  return {
    name: 'crossdock-texts',
    enforce: 'pre',
    resolveId: (id) => (`\0${id}`.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(prefix)) return undefined
      const [part = '', language = ''] = id.slice(prefix.length).split('/')
      const files = [...new Set(['en', language])].flatMap((one) =>
        globSync(
          catalogs.map((folder) => `${folder}/${one}.json`),
          { cwd: root }
        ).map((file) => join(root, file))
      )
      for (const file of files) this.addWatchFile(file)
      const all = files.map((file) => partOf(file, part)).reduce(mergeTexts, {})
      const own = JSON.stringify(all)
      return part === 'shell' && language === 'en'
        ? `import reactAdmin from 'ra-language-english'\nexport default { ...reactAdmin, ...${own} }`
        : `export default ${own}`
    },
  }
}

/** @throws Error that names the file, if it is not a catalog */
function partOf(file: string, part: string): Messages {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Messages>)[part] ?? {}
  } catch (error) {
    throw new Error(`${file} is not a catalog of texts: ${String(error)}`, { cause: error })
  }
}
