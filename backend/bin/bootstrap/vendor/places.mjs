import { dirname, isAbsolute, relative, sep } from 'node:path'
import { root } from '../paths.mjs'

const places = /(?<![.\w$])(?:import\.meta\.(url|dirname|filename)|__(dirname|filename))\b/g
/** A specifier composed at run time (knex-dynamic-connection), which rolldown cannot resolve. */
const composed = /(?<![.\w$])require\(\s*`/g

/**
 * A rolldown plugin. A module that reads its own path gets its original path: the files it needs (templates,
 * worker scripts, dynamically named modules) are there and not next to the bundle.
 */
export const installedPlaces = {
  name: 'installed-places',
  transform: {
    filter: { code: /import\.meta\.|__dirname|__filename|\brequire\(\s*`/ },
    handler(code, id) {
      // Virtual modules of rolldown are in the bundle.
      if (!isAbsolute(id)) return null
      const file = relative(root, id).split(sep).join('/')
      // Backticks, because some of these words are inside quoted texts.
      const call = (what, path = file) => `${what}(\`${path}\`)`
      return code
        .replace(places, (_, meta, plain) => {
          if (meta === 'url') return call('installedUrl')
          return call('installedPath', (meta ?? plain) === 'dirname' ? dirname(file) : file)
        })
        .replace(composed, `${call('installedRequire')}(\``)
    },
  },
  renderChunk(code, { fileName }) {
    const [unknown] = /__require\((`|['"]\.).*/.exec(code) ?? []
    if (unknown) {
      throw new Error(
        `${fileName} requires a file that is not in the bundle: ${unknown}. See ${import.meta.filename}.`
      )
    }
    if (!/\binstalled(Url|Path|Require)\(`/.test(code)) return null
    const toRoot = '../'.repeat(fileName.split('/').length)
    return `import { createRequire as installedRequireOf } from 'node:module';
import { fileURLToPath as installedPathOf } from 'node:url';
const installedUrl = (path) => new URL('${toRoot}' + path, import.meta.url).href;
const installedPath = (path) => installedPathOf(installedUrl(path));
const installedRequire = (path) => installedRequireOf(installedUrl(path));
${code}`
  },
}
