import { globSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'

/** Where the texts of the console and of the plugins in the repository lie, in English, by the module that holds all. */
const catalogs: Record<string, string[]> = {
  'virtual:crossdock-texts/': [
    'admin/src/{messages/index,palette/messages}.ts',
    'admin/src/screens/*/messages.ts',
    'plugins/*/admin/messages.ts',
  ],
  // What comes with the first screen that has texts of its own.
  'virtual:crossdock-screen-texts/': [
    'admin/src/screens/*/screen_messages.ts',
    'plugins/*/admin/screen_messages.ts',
  ],
}

const lazyTexts =
  /\bimport\(\s*'(\.[^']*\/(?:messages|screen_messages|index)(?:\.([a-z]{2}(?:-[A-Z]{2})?))?)\.js'\s*\)/g

/**
 * Puts the texts of one language into one chunk, and those of its screens into another: whoever reads it asks once, not
 * once for each plugin. (Groups of chunks keep a small chunk for each of the modules.)
 */
export function oneChunkPerLanguage(root: string): Plugin {
  const filesIn = (patterns: string[], language: string) =>
    patterns.flatMap((pattern) =>
      globSync(language === 'en' ? pattern : pattern.replace(/ts$/, `${language}.ts`), {
        cwd: root,
      })
    )
  const nameOf = (file: string) => file.replace(/\W/g, '_')
  const holderOf = (file: string, language: string) =>
    Object.entries(catalogs).find(([, patterns]) => filesIn(patterns, language).includes(file))?.[0]
  return {
    name: 'crossdock-texts',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes('import(')) return undefined
      return code.replace(lazyTexts, (whole, path: string, language = 'en') => {
        const file = relative(root, join(dirname(id), `${path}.ts`))
        const holder = holderOf(file, language)
        if (!holder) return whole
        return `import('${holder}${language}').then((texts) => ({ default: texts.${nameOf(file)} }))`
      })
    },
    resolveId: (id) =>
      Object.keys(catalogs).some((name) => id.startsWith(name)) ? `\0${id}` : undefined,
    load(id) {
      const [name, patterns] =
        Object.entries(catalogs).find(([holder]) => id.startsWith(`\0${holder}`)) ?? []
      if (!name || !patterns) return undefined
      return filesIn(patterns, id.slice(name.length + 1))
        .map(
          (file) => `export { default as ${nameOf(file)} } from ${JSON.stringify(join(root, file))}`
        )
        .join('\n')
    },
  }
}
