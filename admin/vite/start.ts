import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/** Screens that people most often open from outside, by path. */
const screens = { '/dashboard': 'admin/src/screens/dashboard/DashboardScreen.tsx' }

const texts = /\bvirtual:crossdock-texts\/shell\/(.+)$/
const font = /\/geist-latin-wght-normal-[^/]+\.woff2$/

/**
 * Gives public/start.js the names of the first screen's files, and those of visitors. The browser then requests these
 * files immediately, instead of after it has run the files of every page.
 */
export function preloadFirstScreen(root: string): Plugin {
  return {
    name: 'crossdock-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk }) {
        const always = new Set(chunk && [chunk.fileName, ...importsOf(bundle, chunk.fileName)])
        const filesOf = (has: (id: string) => boolean, known = always) => {
          const own = chunksOf(bundle).find(({ moduleIds }) => moduleIds.some(has))
          if (!own) return []
          const files = [own.fileName, ...importsOf(bundle, own.fileName)]
          return files.filter((name) => !known.has(name))
        }
        const filesOfModule = (path: string, known?: Set<string>) =>
          filesOf((id) => id === join(root, path), known)
        const member = filesOfModule('admin/src/console.tsx')
        const withConsole = new Set([...always, ...member])
        const languages = chunksOf(bundle)
          .flatMap(({ moduleIds }) => moduleIds)
          .flatMap((id) => texts.exec(id)?.[1] ?? [])
        const data = {
          texts: Object.fromEntries(
            languages.map((language) => [
              language,
              filesOf((id) => texts.exec(id)?.[1] === language).map(pathOf),
            ])
          ),
          visitor: filesOfModule('admin/src/visitor.tsx').map(pathOf),
          member: member.map(pathOf),
          screens: Object.fromEntries(
            Object.entries(screens).map(([path, file]) => [
              path,
              filesOfModule(file, withConsole).map(pathOf),
            ])
          ),
        }
        const attributes = Object.entries(data).map(
          ([name, files]) => `data-${name}='${JSON.stringify(files)}'`
        )
        const start = html.replace('src="/start.js"', `src="/start.js" ${attributes.join(' ')}`)
        if (start === html) throw new Error('index.html does not load /start.js.')
        const latin = Object.keys(bundle).filter((name) => font.test(name))
        return {
          html: start,
          tags: latin.map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', crossorigin: true, href: `/${name}` },
            injectTo: 'head' as const,
          })),
        }
      },
    },
  }
}

const pathOf = (name: string) => `/${name}`

const chunksOf = (bundle: Bundle) =>
  Object.values(bundle).filter((output) => output.type === 'chunk')

/** The static imports of a file, recursively. */
function importsOf(bundle: Bundle, name: string, found = new Set<string>()): Set<string> {
  const output = bundle[name]
  if (output?.type !== 'chunk') return found
  for (const other of output.imports) {
    if (found.has(other)) continue
    found.add(other)
    importsOf(bundle, other, found)
  }
  return found
}
