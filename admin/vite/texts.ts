import { globSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'

const VIRTUAL = 'virtual:crossdock-texts/'

/** Where the texts of the console and of the plugins in the repository lie, in English. */
const catalogs = [
  'admin/src/{messages/index,palette/messages}.ts',
  'admin/src/screens/*/messages.ts',
  'plugins/*/admin/messages.ts',
]

const lazyTexts =
  /\bimport\(\s*'(\.[^']*\/(?:messages|index)(?:\.([a-z]{2}(?:-[A-Z]{2})?))?)\.js'\s*\)/g

/**
 * Puts the texts of one language into one chunk: whoever reads it asks once, not once for each plugin.
 * (Groups of chunks keep a small chunk for each of the modules.)
 */
export function oneChunkPerLanguage(root: string): Plugin {
  const filesIn = (language: string) =>
    catalogs.flatMap((pattern) =>
      globSync(language === 'en' ? pattern : pattern.replace(/ts$/, `${language}.ts`), {
        cwd: root,
      })
    )
  const nameOf = (file: string) => file.replace(/\W/g, '_')
  return {
    name: 'crossdock-texts',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes('import(')) return undefined
      return code.replace(lazyTexts, (whole, path: string, language = 'en') => {
        const file = relative(root, join(dirname(id), `${path}.ts`))
        if (!filesIn(language).includes(file)) return whole
        return `import('${VIRTUAL}${language}').then((texts) => ({ default: texts.${nameOf(file)} }))`
      })
    },
    resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${VIRTUAL}`)) return undefined
      const files = filesIn(id.slice(VIRTUAL.length + 1))
      return files
        .map(
          (file) => `export { default as ${nameOf(file)} } from ${JSON.stringify(join(root, file))}`
        )
        .join('\n')
    },
  }
}
