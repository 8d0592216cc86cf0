import http from 'node:http'

/**
 * AdonisJS' command line, which its core loads for the sake of its errors, asks `terminal-size` at once how wide the
 * terminal is. Where there is none, as under a service manager, that starts a program at every start of the server, to
 * learn the width that is answered here.
 */
const terminal = `
const { columns = 80, rows = 24 } = [process.stdout, process.stderr].find((one) => one.columns) ?? {}
export default () => ({ columns, rows })`

const names = Object.entries(Object.getOwnPropertyDescriptors(http))
  .filter(([, { get }]) => !get)
  .map(([name]) => name)

/**
 * For an import of its http, Node asks that for all it has, also for the WebSocket of its own undici, and loads this for
 * it: a twentieth of a start. What is loaded only when somebody asks for it is left out here; it stands in the default.
 */
const lazyHttp = `
const http = process.getBuiltinModule('node:http')
export default http
export const { ${names.join(', ')} } = http`

const standIns = new Map([
  ['terminal-size', terminal],
  ['http', lazyHttp],
  ['node:http', lazyHttp],
])
const mark = '\0stand-in:'

/** A rolldown plugin: what is imported instead of a module that costs each start more than it gives. */
export const insteadOf = {
  name: 'stand-ins',
  resolveId(id, _importer, { kind }) {
    if (!standIns.has(id) || kind === 'require-call') return undefined
    return `${mark}${id.replace('node:', '')}`
  },
  load: (id) => standIns.get(id.startsWith(mark) ? id.slice(mark.length) : ''),
}
