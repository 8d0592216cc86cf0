import { join } from 'node:path'
import type { Plugin } from 'vite'

const native = join(import.meta.dirname, 'native')

/** MUI modules that this console never runs, by importer; together 7 kB of the first load. */
const unused = [
  {
    // Themes with CSS variables, which this console does not use.
    importer: /@mui\/material\/esm\/styles\/(createTheme|ThemeProvider)\.js$/,
    id: /WithVars\.js$/,
    instead: join(native, 'no_css_variables.mjs'),
  },
  {
    // The ripple in a pressed button, which the theme turns off.
    importer: /@mui\/material\/esm\/ButtonBase\/ButtonBase\.js$/,
    id: /TouchRipple\.js$/,
    instead: join(native, 'no_ripple.mjs'),
  },
]

/** Removes unused library code and developer checks from the build. */
export function removeUnusedCode(): Plugin {
  return {
    name: 'crossdock-unused-code',
    apply: 'build',
    enforce: 'pre',
    async resolveId(id, importer = '', options) {
      const rule = unused.find((one) => one.id.test(id) && one.importer.test(importer))
      if (rule) return rule.instead
      // The package points every bundler to the development build.
      if (!/^react-router(\/dom)?$/.test(id)) return undefined
      const found = await this.resolve(id, importer, { ...options, skipSelf: true })
      return found?.id.replace('/react-router/dist/development/', '/react-router/dist/production/')
    },
  }
}
