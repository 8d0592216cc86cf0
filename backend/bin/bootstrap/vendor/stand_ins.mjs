import http from 'node:http'

/**
 * The AdonisJS core loads its command line module for the error classes. That module asks `terminal-size` for
 * the width when it loads. Without a terminal, as under a service manager, each server start would run a
 * program to get the width that this stub returns.
 */
const terminal = `
const { columns = 80, rows = 24 } = [process.stdout, process.stderr].find((one) => one.columns) ?? {}
export default () => ({ columns, rows })`

const names = Object.entries(Object.getOwnPropertyDescriptors(http))
  .filter(([, { get }]) => !get)
  .map(([name]) => name)

/**
 * For an import of node:http, Node evaluates all exports, including the WebSocket of its undici, which takes a
 * twentieth of a start. This stub exports only the names that load immediately. Lazily loaded ones are
 * available on the default export.
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

/** A rolldown plugin that replaces modules whose cost at start exceeds their use. */
export const insteadOf = {
  name: 'stand-ins',
  resolveId(id, _importer, { kind }) {
    if (!standIns.has(id) || kind === 'require-call') return undefined
    return `${mark}${id.replace('node:', '')}`
  },
  load: (id) => standIns.get(id.startsWith(mark) ? id.slice(mark.length) : ''),
}
