import { appendFileSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/*
 * Preloaded by a server (`--import`). Writes the loaded ones of these libraries to the file in NOTED_MODULES,
 * wherever a build has put them. It recognizes a library by a word in its code.
 */
const words = { metrics: 'nodejs_eventloop_lag', traces: 'BatchSpanProcessor' }

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.startsWith('file:')) return loaded
    const { source } = loaded
    const text = source
      ? Buffer.from(source as string).toString()
      : readFileSync(new URL(url), 'utf8')
    for (const [name, word] of Object.entries(words)) {
      if (text.includes(word)) appendFileSync(process.env.NOTED_MODULES!, `${name}\n`)
    }
    return loaded
  },
})
