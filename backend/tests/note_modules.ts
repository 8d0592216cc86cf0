import { appendFileSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/*
 * Preloaded by a server (`--import`). Writes to the file in NOTED_MODULES which of these libraries are
 * loaded. A word in its code identifies a library, wherever a build has put it.
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
