import { dirname, isAbsolute, relative, sep } from 'node:path'
import { root } from '../paths.mjs'

const places = /(?<![.\w$])(?:import\.meta\.(url|dirname|filename)|__(dirname|filename))\b/g
/** A name put together while it runs (knex-dynamic-connection): rolldown cannot know which file is meant. */
const composed = /(?<![.\w$])require\(\s*`/g

/**
 * A rolldown plugin. Where a module asks for its own place, it gets the one it was installed in: the files it wants
 * (templates, scripts of worker threads, modules it names while it runs) are there and not beside the bundle.
 */
export const installedPlaces = {
  name: 'installed-places',
  transform: {
    filter: { code: /import\.meta\.|__dirname|__filename|\brequire\(\s*`/ },
    handler(code, id) {
      // What rolldown adds lies in the bundle.
      if (!isAbsolute(id)) return null
      const file = relative(root, id).split(sep).join('/')
      // In backticks, because some of these words stand inside of quoted texts.
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
