import { join } from 'node:path'
import type { Plugin } from 'vite'

const native = join(import.meta.dirname, 'native')

/** What a module of MUI imports and this console never runs, by importer; together 7 kB of the first load. */
const unused = [
  {
    // Themes with CSS variables: ours has none.
    importer: /@mui\/material\/esm\/styles\/(createTheme|ThemeProvider)\.js$/,
    id: /WithVars\.js$/,
    instead: join(native, 'no_css_variables.mjs'),
  },
  {
    // The wave in a pressed button: the theme turns it off.
    importer: /@mui\/material\/esm\/ButtonBase\/ButtonBase\.js$/,
    id: /TouchRipple\.js$/,
    instead: join(native, 'no_ripple.mjs'),
  },
]

/** Leaves out of the build what libraries bring and nobody uses, and their checks for developers. */
export function leaner(): Plugin {
  return {
    name: 'crossdock-leaner',
    apply: 'build',
    enforce: 'pre',
    async resolveId(id, importer = '', options) {
      const rule = unused.find((one) => one.id.test(id) && one.importer.test(importer))
      if (rule) return rule.instead
      // Its package names the development build to every bundler.
      if (!/^react-router(\/dom)?$/.test(id)) return undefined
      const found = await this.resolve(id, importer, { ...options, skipSelf: true })
      return found?.id.replace('/react-router/dist/development/', '/react-router/dist/production/')
    },
  }
}
